"""The words of a grader's author.

A check is a test function with `@check`. It calls the student's code through the `student`
fixture, and judges what comes back with the words here. Each word raises
`CheckFailed` with a sentence for the student: what was checked, got against wanted, a hint. The
order of a comparison is always: is it a tensor, dtype, shape, finite, values.

No word prints an expected value of a hidden check. Visible checks, whose wants are in a
file that students read, do print small ones.
"""

from __future__ import annotations

import contextlib
import contextvars
from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeVar

import torch

from course.compare import alike, close, is_finite, leaves, matches, only_number, same, wide_dtype
from course.sandbox.wire import Facts, Opaque, facts

__all__ = ["CheckFailed", "Facts", "NotAttempted", "Opaque", "StudentRaised", "assert_equal", "assert_number",
           "assert_numbers", "assert_tensor", "check", "expect", "expect_error", "facts", "fail", "mistake",
           "shares_storage", "task"]  # fmt: skip

F = TypeVar("F", bound=Callable[..., Any])
Wanted = torch.Tensor | Callable[[], Any]

SMALL = 24  # elements of a tensor that a visible check prints
LONG = 1000  # characters of a value that it prints

show_values: contextvars.ContextVar[bool] = contextvars.ContextVar("show_values", default=False)


class CheckFailed(Exception):
    """A check's verdict "failed", in the author's words."""

    def __init__(self, message: str, *, mistake: str | None = None, hint: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.mistake = mistake
        self.hint = hint


class NotAttempted(Exception):
    """The student's function is still the stub, or is not there; `waits_for` is another task's that it calls."""

    def __init__(self, reason: str, waits_for: str | None = None) -> None:
        super().__init__(reason)
        self.waits_for = waits_for


class StudentRaised(Exception):
    """The student's code raised; `error` is the sandbox's description."""

    def __init__(self, error: Any, what: str, hint: str | None = None) -> None:
        super().__init__(f"{what} raised {error.type}: {error.message}")
        self.error = error
        self.what = what
        self.hint = hint


def check(
    task: str,
    *,
    points: int = 1,
    hint: str | None = None,
    needs: str | tuple[str, ...] = (),
    inputs: str | None = None,
    cuda: bool = False,
    seconds: float | None = None,
) -> Callable[[F], F]:
    """Declares a check of `task`. All arguments are literals: they are read without running."""
    return lambda function: function


def task(name: str, *, hints: tuple[str, ...] = ()) -> None:
    """Declares a task's hints, the second more telling than the first."""


def mistake(id: str, says: str) -> str:
    """Declares a known mistake and the sentence that explains it; returns the id."""
    return id


def fail(message: str, *, mistake: str | None = None, hint: str | None = None) -> None:
    """Fails the check with the author's sentence."""
    raise CheckFailed(message, mistake=mistake, hint=hint)


def expect(condition: Any, message: str, *, mistake: str | None = None, hint: str | None = None) -> None:
    """Fails the check with the author's sentence unless `condition` holds."""
    try:
        holds = bool(condition)
    except (TypeError, ValueError, RuntimeError):  # an answer of several numbers was compared with one
        holds = False
    if not holds:
        raise CheckFailed(message, mistake=mistake, hint=hint)


def shares_storage(a: torch.Tensor, b: torch.Tensor) -> bool:
    """Whether two tensors of one outcome or observation lay in the same storage in the guest."""
    return bool(a.untyped_storage()._cdata == b.untyped_storage()._cdata)


def describe(value: Any) -> str:
    """What a value is, without its contents: `float32 (2, 3)`, `None`, `a list of 3`."""
    if isinstance(value, torch.Tensor):
        return f"{str(value.dtype).removeprefix('torch.')} {tuple(value.shape)}"
    if value is None:
        return "None"
    if isinstance(value, Opaque):
        return value.text if value.text.startswith("a ") else f"an object of type {value.type_name}"
    if isinstance(value, (list, tuple, dict, set)):
        return f"a {type(value).__name__} of {len(value)}"
    return f"a {type(value).__name__}"


def _nothing(value: Any, what: str) -> None:
    if value is None:
        raise CheckFailed(f"{what} is None: is a `return` missing?", mistake="returned-nothing")


def assert_tensor(
    got: Any,
    want: torch.Tensor,
    *,
    what: str = "the result",
    mistakes: Mapping[str, Wanted] | None = None,
    rtol: float | None = None,
    atol: float | None = None,
    dtype: bool = True,
    graph: bool | None = None,
    hint: str | None = None,
) -> None:
    """`got` is a plain tensor with the dtype, shape and values of `want`.

    `mistakes` maps ids to the tensors that they yield (or functions that make them): the
    one that `got` equals is named. `dtype=False` accepts any floating dtype. `graph`
    True or False wants the result attached to, or free of, the autograd graph.
    """
    _nothing(got, what)
    if not isinstance(got, torch.Tensor):
        raise CheckFailed(f"{what} is {describe(got)}, but a tensor is expected: {describe(want)}", hint=hint)
    want = want.detach()
    known = facts(got)
    sizes = f"{what}: got {describe(got)}, expected {describe(want)}"

    def named() -> str | None:
        return _which(got, want, mistakes or {}, rtol, atol)

    loose = not dtype and got.is_floating_point() and want.is_floating_point()
    if got.dtype != want.dtype and not loose:
        raise CheckFailed(f"{sizes} (the dtype differs)", mistake=named(), hint=hint)
    if got.shape != want.shape:
        raise CheckFailed(f"{sizes} (the shape differs)", mistake=named(), hint=hint)
    if want.device.type != "meta" and got.device.type == "meta":
        raise CheckFailed(f"{what} is on the meta device: it has a shape, but no data", hint=hint)
    if want.device.type == "meta" and got.device.type != "meta":
        raise CheckFailed(f"{what} holds data, but it is expected on the meta device", hint=hint)
    if got.device.type != "meta":
        if not close(got, want, rtol, atol):
            _finite(got, want, what, named, hint)
            raise CheckFailed(_difference(got, want, what, rtol, atol), mistake=named(), hint=hint)
    if graph is not None and known.requires_grad != graph:
        said = "is cut off from the autograd graph" if graph else "still carries an autograd graph"
        raise CheckFailed(f"{what} has the right values, but {said}", hint=hint)


def _finite(
    got: torch.Tensor, want: torch.Tensor, what: str, named: Callable[[], str | None], hint: str | None
) -> None:
    if not (got.is_floating_point() or got.is_complex()):
        return
    if not bool(torch.isfinite(want.to(wide_dtype(got, want))).all()):
        return
    bad = int((~torch.isfinite(got.detach().to(wide_dtype(got, want)))).sum())  # float8 has no isfinite
    if bad:
        raise CheckFailed(f"{what} holds {bad} value(s) that are nan or infinite", mistake=named(), hint=hint)


def _which(
    got: Any, want: Any, mistakes: Mapping[str, Any], rtol: float | None, atol: float | None
) -> str | None:
    """The id of the mistake whose result `got` equals, if it is not also the right one."""
    for name, made in mistakes.items():
        value = made() if callable(made) else made
        if isinstance(value, torch.Tensor) and isinstance(got, torch.Tensor):
            value = value.detach()
            equal = got.device.type != "meta" and close(got, value, rtol, atol)
            right = isinstance(want, torch.Tensor) and got.dtype == want.dtype and value.dtype == want.dtype
            if equal and not (right and close(value, want, rtol, atol)):
                return name
        elif not isinstance(value, torch.Tensor) and not isinstance(got, torch.Tensor):
            tolerance = 1e-5 if rtol is None else rtol, 1e-7 if atol is None else atol
            if alike(got, value, *tolerance) and not alike(want, value, *tolerance):
                return name
    return None


def _difference(
    got: torch.Tensor, want: torch.Tensor, what: str, rtol: float | None, atol: float | None
) -> str:
    right = matches(got, want, rtol, atol)
    how_many = "no value is right" if not bool(right.any()) else "some values are right, others are not"
    text = f"{what} has the right shape {tuple(got.shape)}, but {how_many}"
    if got.numel() == 1:
        text = f"{what} has the right shape {tuple(got.shape)}, but not the right value"
    if got.numel() > 1 and bool((got == 0).all()):
        text += "; all of them are zero"
    if show_values.get() and got.numel() <= SMALL:
        text += f"\n  got      {got.tolist()}\n  expected {want.tolist()}"
    return text


class _Text(str):
    """A text that prints without quotes."""

    __repr__ = str.__str__


def _readable(value: Any) -> Any:
    """The value with the text of each Opaque in its place, through lists, tuples and dicts."""
    if isinstance(value, Opaque):
        return _Text(value.text)
    if type(value) in (list, tuple):
        return type(value)(_readable(part) for part in value)
    if type(value) is dict:
        return {key: _readable(part) for key, part in value.items()}
    return value


def _shown(got: Any, want: Any) -> str:
    if not show_values.get():
        return ""
    got, want = (
        text if len(text) <= LONG else f"{text[:LONG]} [... cut ...]"
        for text in (repr(_readable(got)), repr(want))
    )
    return f"\n  got      {got}\n  expected {want}"


def assert_number(
    got: Any,
    want: float,
    *,
    kind: type = float,
    what: str = "the result",
    mistakes: Mapping[str, Any] | None = None,
    rtol: float = 1e-5,
    atol: float = 1e-7,
    hint: str | None = None,
) -> None:
    """`got` is a Python number of `kind` (float, int or bool) and equals `want` to tolerance.

    An int passes where a float is wanted; a bool never passes for a number, nor a tensor.
    """
    _nothing(got, what)
    if isinstance(got, torch.Tensor):
        raise CheckFailed(f"{what} is a tensor ({describe(got)}); a Python {kind.__name__} is expected", hint=hint,
                          mistake=_which(only_number(got), want, mistakes or {}, rtol, atol))  # fmt: skip
    fits = (
        isinstance(got, bool) if kind is bool else isinstance(got, (int, kind)) and not isinstance(got, bool)
    )
    if not fits:
        raise CheckFailed(f"{what} is {describe(got)}; a Python {kind.__name__} is expected", hint=hint)
    if not alike(got, want, rtol, atol):
        named = _which(got, want, mistakes or {}, rtol, atol)
        odd = " (it is not finite)" if not is_finite(got) and is_finite(want) else ""
        raise CheckFailed(f"{what} is not right{odd}{_shown(got, want)}", mistake=named, hint=hint)


def assert_numbers(
    got: Any,
    want: Any,
    *,
    what: str = "the result",
    mistakes: Mapping[str, Any] | None = None,
    rtol: float = 1e-5,
    atol: float = 1e-7,
    hint: str | None = None,
) -> None:
    """`got` is a list, tuple or dict of Python numbers, nested or not, equal to `want` to tolerance."""
    _nothing(got, what)
    if not isinstance(got, (list, tuple, dict)):
        raise CheckFailed(f"{what} is {describe(got)}; {describe(want)} numbers is expected", hint=hint)
    if alike(got, want, rtol, atol):
        return
    named = _which(got, want, mistakes or {}, rtol, atol)
    if len(got) != len(want):
        raise CheckFailed(f"{what} has {len(got)} entries, expected {len(want)}", mistake=named, hint=hint)
    odd = next(
        (v for v in leaves(got) if isinstance(v, torch.Tensor) or not isinstance(v, (int, float))), 0.0
    )
    if isinstance(odd, torch.Tensor) or not isinstance(odd, (int, float)):
        raise CheckFailed(
            f"{what} holds {describe(odd)} where a Python number is expected", mistake=named, hint=hint
        )
    raise CheckFailed(
        f"{what} has the right length, but not the right numbers{_shown(got, want)}", mistake=named, hint=hint
    )


def assert_equal(
    got: Any,
    want: Any,
    *,
    what: str = "the result",
    mistakes: Mapping[str, Any] | None = None,
    hint: str | None = None,
) -> None:
    """`got` is plain data with the type and value of `want`, through all containers."""
    if want is not None:
        _nothing(got, what)
    if same(got, want):
        return
    named = next((n for n, m in (mistakes or {}).items() if same(got, m() if callable(m) else m)), None)
    if type(got) is not type(want):
        raise CheckFailed(f"{what} is {describe(got)}, expected {describe(want)}", mistake=named, hint=hint)
    if isinstance(want, (list, tuple, dict, set)) and len(got) != len(want):
        raise CheckFailed(f"{what} has {len(got)} entries, expected {len(want)}", mistake=named, hint=hint)
    raise CheckFailed(f"{what} is not right{_where(got, want)}{_shown(got, want)}", mistake=named, hint=hint)


def _where(got: Any, want: Any) -> str:
    """Which entries differ: positions or keys, never values."""
    if isinstance(want, (list, tuple)):
        wrong = [str(i) for i, (a, b) in enumerate(zip(got, want, strict=True)) if not same(a, b)]
    elif isinstance(want, dict):
        extra = sorted(str(key)[:40] for key in got.keys() - want.keys())
        if extra:
            return f": it has the unexpected key(s) {', '.join(extra[:5])}"
        wrong = [repr(key) for key in want if not same(got.get(key), want[key])]
    else:
        return ""
    return f": entry {wrong[0]} differs" if len(wrong) == 1 else f": entries {', '.join(wrong[:8])} differ"


@contextlib.contextmanager
def expect_error(
    *types: str, what: str, naming: str | None = None, mistake: str | None = None, hint: str | None = None
) -> Iterator[None]:
    """The student's code must raise one of `types` (a name, or a subclass's), naming `naming`."""
    wanted = " or ".join(types)
    try:
        yield
    except StudentRaised as raised:
        if not set(types) & set(raised.error.mro):
            place = f" ({raised.error.file}, line {raised.error.line})" if raised.error.line else ""
            raise CheckFailed(
                f"{what}: got {raised.error.type}{place}, expected {wanted}", mistake=mistake, hint=hint
            ) from None
        if naming is not None and naming not in raised.error.message:
            raise CheckFailed(
                f"{what}: {raised.error.type} was raised, but its message does not name {naming!r}", hint=hint
            ) from None
        return
    raise CheckFailed(f"{what}: nothing was raised, expected {wanted}", mistake=mistake, hint=hint)
