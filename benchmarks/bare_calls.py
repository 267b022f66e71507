"""A child of the benchmark: the bare fork with all the calls that our checks make, hidden ones too.

    python -m benchmarks.bare_calls FOLDER UNIT WORKERS

The calls are recorded once while the reference is graded: names and probes with their arguments, as they are. Each
fork then makes them one after the other and looks at no result. So this is what the checks' questions
cost when nobody isolates, transports, judges or reports anything.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import Any
from unittest import mock

from benchmarks import bare_fork
from benchmarks.machine import ROOT
from course.batch import Worker
from course.catalog import load_catalog
from course.jobs import Job
from course.session import Student


def recorded(unit_name: str) -> dict[str, Callable[[Any], Any]]:
    """The calls that the unit's checks make of the reference, numbered, each to be made of any module."""
    calls: dict[str, Callable[[Any], Any]] = {}
    called, observed = Student.call, Student.observe

    def call(self: Student, name: str, /, *args: Any, **kwargs: Any) -> Any:
        calls[str(len(calls))] = lambda module: getattr(module, name)(*args, **kwargs)
        return called(self, name, *args, **kwargs)

    def observe(self: Student, probe: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        calls[str(len(calls))] = lambda module: probe(module, *args, **kwargs)
        return observed(self, probe, *args, **kwargs)

    solution = load_catalog(ROOT).unit(unit_name).solution
    job = Job(None, ROOT, unit_name, solution.name, solution.read_bytes(), seed=1)
    with mock.patch.multiple(Student, call=call, observe=observe), contextlib.closing(Worker()) as worker:
        done = worker.run(job)
    if done.report is None or not calls:
        raise SystemExit(f"the reference was not graded: {done.problem}")
    return calls


if __name__ == "__main__":
    bare_fork.main(recorded)
