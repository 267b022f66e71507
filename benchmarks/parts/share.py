"""Part g: where one submission's time goes, in one worker."""

from __future__ import annotations

import contextlib
import os
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import Any
from unittest import mock

from benchmarks.machine import ROOT
from benchmarks.processes import tree_cpu
from benchmarks.setting import Setting
from benchmarks.submissions import make_class, script
from benchmarks.table import Section, number, table
from benchmarks.timing import say
from course.batch import Worker
from course.catalog import Unit
from course.jobs import Job
from course.sandbox.channel import Guest
from course.sandbox.host import Sandbox
from course.trial import Trial

REPEATS = 10
STEPS: dict[str, tuple[type, str]] = {
    "start": (Sandbox, "guest"),
    "load": (Guest, "load"),
    "calls": (Guest, "_ask"),
    "checks": (Trial, "attempt"),
}
SUBMISSIONS = {"right": 0, "one mistake": 1, "two mistakes": 3}  # numbers of the class's submissions
TEXT = """One worker, warm, one submission {repeats} times; means. "Forks" are guests: a fork of the warm parent, its confinement
and its end. "Calls" are the checks' questions: values packed, sent, unpacked, the student's code, and the way back. "Judging"
is the rest of the checks: inputs, the reference, comparisons. "Around" is everything else: reading the submission, pytest,
the report."""


def measure(setting: Setting) -> Section:
    """Both units."""
    import torch

    torch.set_num_threads(1)
    return Section(
        "g. Where the time goes", TEXT.format(repeats=REPEATS), tuple(map(of_unit, setting.units()))
    )


def of_unit(unit: Unit) -> str:
    """One unit's table."""
    head = (
        "",
        "forks",
        "forks ms",
        "load ms",
        "calls",
        "calls ms",
        "judging ms",
        "around ms",
        "wall ms",
        "CPU ms",
    )
    rows = []
    submissions = make_class(unit, max(SUBMISSIONS.values()) + 1)
    with contextlib.closing(Worker()) as worker:
        for name, which in SUBMISSIONS.items():
            say(f"{unit.name}: {name}")
            data = script(unit, submissions[which]).encode()
            job = Job(None, ROOT, unit.name, f"{unit.name}.py", data, seed=1)
            rows.append([name, *map(number, figures(lambda job=job: worker.run(job)))])  # type: ignore[misc]
    return table(head, rows, f"{unit.name}, {unit.title}")


def figures(run: Callable[[], Any]) -> list[float]:
    """The row of one submission."""
    for _ in range(3):
        run()
    with counted() as (seconds, times):
        began, cpu = time.perf_counter(), tree_cpu(os.getpid())
        for _ in range(REPEATS):
            run()
        wall, cpu = time.perf_counter() - began, tree_cpu(os.getpid()) - cpu
    judging = seconds["checks"] - seconds["calls"] - within(seconds)
    around = wall - seconds["start"] - seconds["load"] - seconds["calls"] - judging
    parts = [seconds["start"], seconds["load"], seconds["calls"], judging, around, wall, cpu]
    start, load, calls, *rest = (1000 * part / REPEATS for part in parts)
    return [times["start"] / REPEATS, start, load, times["calls"] / REPEATS, calls, *rest]


def within(seconds: dict[str, float]) -> float:
    """Starts and loads that happened inside of checks: all but the first, which comes before them."""
    return seconds["start in checks"] + seconds["load in checks"]


@contextlib.contextmanager
def counted() -> Iterator[tuple[dict[str, float], dict[str, float]]]:
    """Seconds and times of each step meanwhile."""
    seconds: dict[str, float] = defaultdict(float)
    times: dict[str, float] = defaultdict(float)
    inside: list[str] = []

    def watched(name: str, method: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any, **kwargs: Any) -> Any:
            began = time.perf_counter()
            inside.append(name)
            try:
                return method(*args, **kwargs)
            finally:
                inside.pop()
                taken = time.perf_counter() - began
                seconds[name] += taken
                times[name] += 1
                if "checks" in inside:
                    seconds[f"{name} in checks"] += taken

        return call

    with contextlib.ExitStack() as stack:
        for name, (owner, method) in STEPS.items():
            stack.enter_context(mock.patch.object(owner, method, watched(name, getattr(owner, method))))
        yield seconds, times
