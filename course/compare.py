"""Whether what came back equals what was wanted: tensors, numbers, plain data. Nothing is raised, and nothing is told."""

from __future__ import annotations

import math
import sys
from collections.abc import Iterator
from typing import Any

import torch

# rtol, atol by dtype: about ten times the rounding of one operation
TOLERANCES = {
    torch.float64: (1e-7, 1e-9),
    torch.complex128: (1e-7, 1e-9),
    torch.float32: (1e-5, 1e-6),
    torch.complex64: (1e-5, 1e-6),
    torch.float16: (2e-3, 1e-5),
    torch.bfloat16: (1.6e-2, 1e-5),
}


def wide_dtype(got: torch.Tensor, want: torch.Tensor) -> torch.dtype:
    """The dtype in which two tensors are compared."""
    return torch.complex128 if got.is_complex() or want.is_complex() else torch.float64


def close(got: torch.Tensor, want: torch.Tensor, rtol: float | None, atol: float | None) -> bool:
    """Whether two tensors are equal to tolerance (None: their dtype's), nan to nan; shapes must be equal, dtypes not."""
    if got.shape != want.shape:
        return False
    if "meta" in (got.device.type, want.device.type):
        return got.device.type == want.device.type
    if not (got.is_floating_point() or got.is_complex()):
        if want.is_floating_point() or want.is_complex():
            return bool(
                torch.allclose(
                    got.to(want.dtype),
                    want,
                    rtol=1e-5 if rtol is None else rtol,
                    atol=1e-6 if atol is None else atol,
                    equal_nan=True,
                )
            )
        return bool(torch.equal(got, want.to(got.dtype)))
    default_rtol, default_atol = TOLERANCES.get(got.dtype, (0.0, 0.0))
    wide = wide_dtype(got, want)
    return bool(
        torch.allclose(
            got.detach().to(wide),
            want.detach().to(wide),
            rtol=default_rtol if rtol is None else rtol,
            atol=default_atol if atol is None else atol,
            equal_nan=True,
        )
    )


def matches(got: torch.Tensor, want: torch.Tensor, rtol: float | None, atol: float | None) -> torch.Tensor:
    """Where two tensors of one shape are equal to tolerance, as booleans of that shape."""
    default_rtol, default_atol = TOLERANCES.get(got.dtype, (0.0, 0.0))
    wide = wide_dtype(got, want)
    return torch.isclose(got.detach().to(wide), want.detach().to(wide), rtol=default_rtol if rtol is None else rtol,
                         atol=default_atol if atol is None else atol, equal_nan=True)  # fmt: skip


def only_number(got: torch.Tensor) -> float | None:
    """The number in a tensor of one, if it is a real one."""
    if got.numel() != 1 or got.device.type == "meta" or got.is_complex():
        return None
    return float(got)


def is_finite(value: float) -> bool:
    """Whether a number is finite; a whole one is, however large."""
    return isinstance(value, int) or math.isfinite(value)


def alike(got: Any, want: Any, rtol: float, atol: float) -> bool:
    """Equal to tolerance, through lists, tuples and dicts; kinds of sequences do not matter here."""
    if isinstance(want, (list, tuple)):
        return isinstance(got, (list, tuple)) and len(got) == len(want) and all(
            alike(a, b, rtol, atol) for a, b in zip(got, want, strict=True)
        )  # fmt: skip
    if isinstance(want, dict):
        return isinstance(got, dict) and got.keys() == want.keys() and all(
            alike(got[key], want[key], rtol, atol) for key in want
        )  # fmt: skip
    if isinstance(want, torch.Tensor):
        return isinstance(got, torch.Tensor) and close(got, want, rtol, atol)
    if isinstance(want, bool) or isinstance(got, bool) or not isinstance(want, (int, float)):
        return type(got) is type(want) and bool(got == want)
    if not isinstance(got, (int, float)):
        return False
    if isinstance(got, int) and isinstance(want, int):
        return got == want  # whole numbers have no tolerance
    if not is_finite(want):
        return bool(got == want or (want != want and got != got))  # both are nan
    if not is_finite(got) or max(abs(got), abs(want)) > sys.float_info.max:
        return bool(got == want)  # a whole number may be too large for math.isclose
    return math.isclose(got, want, rel_tol=rtol, abs_tol=atol)


def leaves(value: Any) -> Iterator[Any]:
    """What lists, tuples and dicts hold, however nested."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, (list, tuple)):
        for item in value:
            yield from leaves(item)
    else:
        yield value


def same(got: Any, want: Any) -> bool:
    """Type and value, through containers; numbers of different types differ."""
    if isinstance(want, torch.Tensor) or isinstance(got, torch.Tensor):
        return (
            isinstance(got, torch.Tensor)
            and isinstance(want, torch.Tensor)
            and got.dtype == want.dtype
            and close(got, want, 0, 0)
        )
    if type(got) is not type(want):
        return False
    if isinstance(want, (list, tuple)):
        return len(got) == len(want) and all(same(a, b) for a, b in zip(got, want, strict=True))
    if isinstance(want, dict):
        return got.keys() == want.keys() and all(same(got[key], want[key]) for key in want)
    if isinstance(want, float) and math.isnan(want):
        return math.isnan(got)
    return bool(got == want)
