"""The parts of the benchmark. Each measures and gives one section of the results."""

from __future__ import annotations

from collections.abc import Callable

from benchmarks.parts import bound, growth, memory, one_check, scaling, share, whole_class
from benchmarks.setting import Setting
from benchmarks.table import Section

PARTS: dict[str, Callable[[Setting], Section]] = {
    "a": one_check.measure,
    "b": whole_class.measure,
    "c": bound.measure,
    "d": scaling.measure,
    "e": memory.measure,
    "f": growth.measure,
    "g": share.measure,
}
