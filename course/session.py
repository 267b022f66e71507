"""The `student` fixture: one submission's guests during one grading, and calls into them."""

from __future__ import annotations

import functools
import hashlib
import random
import re
import time
import types
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy
import torch

from course import checks as words
from course.catalog import Unit
from course.plan import CheckPlan
from course.report import Status
from course.sandbox.host import (
    Answer,
    Guest,
    GuestCrashed,
    GuestEnded,
    GuestError,
    GuestTimeout,
    Limits,
    Loaded,
    Sandbox,
    SandboxGone,
)
from course.sandbox.wire import Pickled, by_value
from course.source import Submission
from course.verdicts import Symptom

SHORTER = 5  # a task that has run into its deadline gets a fifth of it from then on: it hangs, as a rule
UNKNOWN_NAME = re.compile(r"name '(\w+)' is not defined")
MEND_FIRST = "mend that cell first; what needs it cannot run before"


@dataclass(frozen=True)
class Outcome:
    """A call's value, the arguments as they are afterwards, and the printed text."""

    value: Any
    args: tuple[Any, ...]
    kwargs: dict[str, Any]
    output: str


def derive(seed: int, *words_: str) -> int:
    """A seed for one purpose from the run's seed."""
    return int.from_bytes(hashlib.sha256("/".join((str(seed), *words_)).encode()).digest()[:7], "big")


def guest_limits(unit: Unit) -> Limits:
    """What one guest gets of a unit's limits."""
    limits = asdict(unit.limits)
    del limits["total_seconds"]
    return Limits(**limits)


class Session:
    """The guests of one submission during one grading."""

    def __init__(self, sandbox: Sandbox, unit: Unit, submission: Submission, seed: int) -> None:
        self.sandbox = sandbox
        self.unit = unit
        self.submission = submission
        self.seed = seed
        self.limits = guest_limits(unit)
        self.loaded: Loaded | None = None
        self.load_failed: GuestEnded | None = None
        self.isolation: dict[str, str] = {}
        self.check: CheckPlan | None = None
        self.is_reference = False  # a second look at a check that broke, on the reference
        self.output: list[str] = []
        self.closed = False
        self.slow: set[str] = set()  # tasks that have run into a deadline
        self._end = time.monotonic() + unit.limits.total_seconds
        self._known: set[tuple[str, Symptom]] = set()  # how checks of a task failed in fresh guests
        self._calls = 0
        self._started = 0  # guests
        self._guest: Guest | None = None

    def begin(self, check: CheckPlan, again: bool = False) -> None:
        """Seeds everything for a check, so that it repeats from the run's seed; `again` with other inputs."""
        self.check = check
        self.output = []
        self._calls = 0
        value = derive(self.seed, "host", check.id, *(("again",) if again else ()))
        random.seed(value)
        numpy.random.seed(value % 2**32)
        torch.default_generator.manual_seed(value)

    @property
    def used(self) -> bool:
        """Whether an earlier check may be to blame if one fails now: not in a fresh guest."""
        return self._guest is not None and self._guest.ended is None and not self._guest.fresh

    def is_known(self, task: str, symptom: Symptom) -> bool:
        """Whether a check of the task failed just so in a fresh guest, and the present one has met no other task."""
        alone = self._guest is not None and self._guest.failing == task
        return alone and symptom is not None and (task, symptom) in self._known

    @property
    def renewed(self) -> bool:
        """Whether the next call is the first one in a guest that follows another."""
        return self._started > 0 and (self._guest is None or self._guest.ended is not None)

    @property
    def only_stubs(self) -> bool:
        """Whether nothing but stubs has run in the present guest: a further stub need not be looked at twice."""
        return self._guest is None or self._guest.only_stubs

    def note(self, task: str, status: Status, symptom: Symptom) -> None:
        """After a check: what its guest has met."""
        guest = self._guest
        if guest is None:
            return
        if not (status is Status.NOT_ATTEMPTED and self._calls <= 1):
            guest.only_stubs = False
        if guest.failing is None:
            guest.failing = "" if status is Status.PASSED else task
            self._known.add((guest.failing, symptom))
        elif guest.failing != task:
            guest.failing = ""

    def guest(self) -> Guest:
        """The present guest, or a new one with the submission loaded."""
        if self.load_failed is not None:
            raise self.load_failed
        if self.closed:
            raise RuntimeError("this session is over")
        if self._guest is None or self._guest.ended is not None:
            self._guest = self._start_guest(again=True)
        return self._guest

    def _start_guest(self, again: bool) -> Guest:
        """A guest with the submission loaded. A load that was killed, or has worked before, is tried again."""
        limits = replace(self.limits, load_seconds=min(self.limits.load_seconds, self.left()))
        guest = self.sandbox.guest(limits, self.unit.preload)
        self._started += 1
        self.isolation = {layer: reason or "held" for layer, reason in guest.held.items()}
        try:
            self.loaded = guest.load(self.submission.program, derive(self.seed, "load"))
        except SandboxGone:
            if again:
                return self._start_guest(again=False)
            raise
        except GuestEnded as ended:
            killed = isinstance(ended, GuestCrashed) and ended.killed
            if again and (killed or self.loaded is not None):
                return self._start_guest(again=False)
            self.load_failed = ended
            raise
        return guest

    def drop_guest(self) -> None:
        """The next check gets a fresh guest."""
        if self._guest is not None:
            self._guest.close()
            self._guest = None

    def seconds(self) -> float:
        """The deadline for one call of the present check."""
        whole = (self.check and self.check.seconds) or self.limits.call_seconds
        if self.check and self.check.task in self.slow:
            whole /= SHORTER
        return min(whole, self.left())

    def left(self) -> float:
        """Seconds until the whole submission's deadline; raises GuestTimeout when it has passed."""
        left = self._end - time.monotonic()
        if left <= 0:
            total = self.unit.limits.total_seconds
            raise GuestTimeout(
                f"not run: the checks before it have taken {total:g} s, all that a submission gets"
            )
        return left

    def next_seed(self) -> int:
        """The guest's seed for the next call: not the host's, so that inputs cannot be guessed."""
        self._calls += 1
        return derive(self.seed, "guest", self.check.id if self.check else "", str(self._calls))

    def settle(self, answer: Answer, what: str) -> Answer:
        """Turns an error of the student's into the exception that a check sees."""
        if answer.output:
            self.output.append(answer.output)
        error = answer.error
        if error is None:
            return answer
        if error.kind == "stub" and error.message in ("", *self.unit.tasks):
            task = self.check.task if self.check else what
            needed = error.function.split(".")[0]
            waits = needed if needed in self.unit.tasks and needed not in (task, what) else None
            raise words.NotAttempted(f"Waits for {waits}, which is still the stub" if waits else what, waits)
        if error.kind == "missing":
            self._missing(error.message)
        if error.kind == "too large":
            raise words.CheckFailed(f"{what} returned something too large to be judged: {error.message}")
        if error.type == "NameError" and (broken := self._broken_cell(error.message)):
            cause, name = broken
            raise words.StudentRaised(cause, f"{what} needs {name}, and the cell that makes it", MEND_FIRST)
        raise words.StudentRaised(error, what)

    def _broken_cell(self, message: str) -> tuple[GuestError, str] | None:
        """The error of the cell that was to define a name, and the name, for a NameError's message."""
        found = UNKNOWN_NAME.search(message)
        for error in self.loaded.errors if self.loaded and found else ():
            if found and found[1] in error.defines:
                return error, found[1]
        return None

    def _missing(self, name: str) -> None:
        errors = self.loaded.errors if self.loaded else ()
        broken = next((error for error in errors if name in error.defines), None)
        if broken is not None:
            raise words.StudentRaised(broken, f"the cell that defines {name}", MEND_FIRST)
        near = next((n for n in (self.loaded.names if self.loaded else ()) if _looks_like(n, name)), None)
        if near:
            raise words.CheckFailed(
                f"{name} is missing; your file defines {ascii(near)[1:-1]}, which is spelled differently"
            )
        raise words.NotAttempted(f"{name} is not defined in {self.submission.name}")

    def close(self) -> None:
        """Ends the present guest; there will be no other."""
        self.closed = True
        self.drop_guest()


def _looks_like(a: str, b: str) -> bool:
    fold = [n.casefold().replace("_", "").encode("ascii", "ignore") for n in (a, b)]
    return a != b and (
        fold[0] == fold[1] or (len(a) == len(b) and sum(x != y for x, y in zip(a, b, strict=True)) == 1)
    )


class Student:
    """The `student` fixture: calls of the submission's functions, in its guest."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def __getattr__(self, name: str) -> Callable[..., Any]:
        def function(*args: Any, **kwargs: Any) -> Any:
            outcome = self.call(name, *args, **kwargs)
            _refuse_changes(name, (args, kwargs), (outcome.args, outcome.kwargs))
            return outcome.value

        return function

    def call(self, name: str, /, *args: Any, **kwargs: Any) -> Outcome:
        """Calls a function that may change its arguments."""
        session = self._session
        answer = session.guest().call(name, args, kwargs, seconds=session.seconds(), seed=session.next_seed())
        answer = session.settle(answer, name)
        return Outcome(answer.value, tuple(answer.args), dict(answer.kwargs), answer.output)

    def observe(self, probe: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        """Runs `probe(submission, *args, **kwargs)` in the guest and returns its plain data."""
        session = self._session
        what = session.check.task if session.check else "your code"
        answer = session.guest().observe(
            packed(probe), args, kwargs, seconds=session.seconds(), seed=session.next_seed(), what=what
        )
        return session.settle(answer, what).value


def packed(probe: Callable[..., Any]) -> Any:
    """The probe as it is sent: pickled once per process, unless it closes over a check's inputs."""
    if isinstance(probe, types.FunctionType) and probe.__closure__ is None:
        return _packed_once(probe)
    return nameless(probe)


@functools.lru_cache(maxsize=1024)
def _packed_once(probe: Callable[..., Any]) -> Pickled:
    return Pickled(by_value(nameless(probe)))


def nameless(probe: Callable[..., Any]) -> Callable[..., Any]:
    """The probe without the path and the docstring of the grader's file."""

    def scrub(code: types.CodeType) -> types.CodeType:
        constants = tuple(scrub(c) if isinstance(c, types.CodeType) else c for c in code.co_consts)
        return code.replace(co_filename="<probe>", co_consts=constants)

    if not isinstance(probe, types.FunctionType):
        return probe
    copy = types.FunctionType(
        scrub(probe.__code__), probe.__globals__, probe.__name__, probe.__defaults__, probe.__closure__
    )
    copy.__kwdefaults__ = probe.__kwdefaults__
    copy.__module__ = probe.__module__
    return copy


def _refuse_changes(name: str, before: Any, after: Any) -> None:
    change = _changed(before, after)
    if change:
        raise words.CheckFailed(
            f"{name} changed {change} of an argument that it was only to read", mistake="changed-its-input"
        )


def _changed(before: Any, after: Any) -> str | None:
    if isinstance(before, torch.Tensor):
        return _changed_tensor(before, after)
    if isinstance(before, numpy.ndarray):
        same = isinstance(after, numpy.ndarray) and numpy.array_equal(
            before, after, equal_nan=before.dtype.kind == "f"
        )
        return None if same else "the values"
    if isinstance(before, (list, tuple)) and isinstance(after, (list, tuple)):
        if len(before) != len(after):
            return "the length"
        return next((c for a, b in zip(before, after, strict=True) if (c := _changed(a, b))), None)
    if isinstance(before, dict) and isinstance(after, dict):
        if before.keys() != after.keys():
            return "the keys"
        return next((c for key in before if (c := _changed(before[key], after[key]))), None)
    return None


def _changed_tensor(before: torch.Tensor, after: Any) -> str | None:
    if not isinstance(after, torch.Tensor):
        return "the type"
    old, new = words.facts(before), words.facts(after)
    for part in ("dtype", "shape"):
        if getattr(before, part) != getattr(after, part):
            return f"the {part}"
    if before.stride() != after.stride():
        return "the strides"
    if old.requires_grad != new.requires_grad:
        return "requires_grad"
    if (old.grad is None) != (new.grad is None) or (
        old.grad is not None and _changed_tensor(old.grad, new.grad)
    ):
        return "the .grad"
    if before.device.type != "meta" and not torch.allclose(
        before.detach(), after, rtol=0, atol=0, equal_nan=before.is_floating_point()
    ):
        return "the values"
    return None
