"""Part a: one check of one submission, and the commands that check nothing."""

from __future__ import annotations

import contextlib
import functools
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from benchmarks.classroom import COURSE
from benchmarks.peer_tools import Check50, OtterCheck, OtterRun, Peer, PlainPytest
from benchmarks.processes import with_words
from benchmarks.setting import Setting
from benchmarks.submissions import Submission, make_class
from benchmarks.table import Section, number, ratio, reason_row, table
from benchmarks.terminal import WatchSession
from benchmarks.timing import NotMeasured, Series, Times, environment, interleaved, say, timed
from course.catalog import Unit

BASE = "`import torch; os._exit(0)`"
TASK, BODIES = "even_numbers", ("torch.arange(0, 2 * count, 2)", "2 * torch.arange(count)")
ENDS_WITHIN = 20.0  # seconds for a resident after its socket is gone
TEXT = """One submission of unit 1, all of it right. Whole processes, all rows in turn in each
round; medians, rounds: {rounds}. Ours runs the unit's visible checks in the sandbox; the others run twelve plain assertions on the same
code without one. "First" starts the warm process that later checks find; its CPU seconds are those of the command, not
of that process. Watch is the time from the save of a file to the verdict on the screen. The ratio is wall time over
{base}, the least that anything with torch can take."""


def measure(setting: Setting) -> Section:
    """All rows in turn."""
    folder = setting.new_folder("one")
    unit = setting.units()[0]
    right = make_class(unit, 1)[0]
    tools: dict[str, Peer] = {
        "plain `pytest -q`": PlainPytest(unit, folder / "pytest", setting.peers),
        "`check50 --dev`": Check50(unit, folder / "check50", setting.peers),
        "`otter check`": OtterCheck(unit, folder / "otter-check", setting.peers),
        "`otter run`": OtterRun(unit, folder / "otter-run", setting.peers),
    }
    with ours(unit, right, folder) as rows:
        rows |= {name: functools.partial(graded_right, tool, right) for name, tool in tools.items()}
        series = interleaved(rows, setting.sizes.rounds)
    return Section(
        "a. One check",
        TEXT.format(rounds=setting.sizes.rounds, base=BASE),
        (show(series),),
    )


def graded_right(tool: Peer, submission: Submission) -> Times:
    """A peer's times, if it found the right submission right."""
    times = tool.one(submission)
    expected = len(tool.assertions.functions)
    if not isinstance(tool, OtterCheck) and tool.passed() != expected:
        raise NotMeasured(f"it passed {tool.passed()} of {expected} assertions of a right submission")
    return times


@contextlib.contextmanager
def ours(unit: Unit, submission: Submission, folder: Path) -> Iterator[dict[str, Callable[[], Times]]]:
    """The rows of plain Python and of ours; their residents and the watch end with the context."""
    home = folder / "home"
    runtimes = [folder / "r1", folder / "r2"]
    for made in (home, folder / "watched", *runtimes):
        made.mkdir(mode=0o700)
    name = f"{unit.name}.py"
    text = script_of(unit, submission)
    for place in (home / name, folder / "watched" / name):
        place.write_text(text, encoding="utf-8")
    cold = environment(COURSE_COLD="1")
    warm = environment(XDG_RUNTIME_DIR=str(runtimes[0]))
    word = unit.short_name

    def course(words: str, how: dict[str, str]) -> Callable[[], Times]:
        return lambda: timed([*COURSE, *words.split()], home, how, good=(0,))

    def first() -> Times:
        end_residents(runtimes[0])
        return course(f"check {word}", warm)()

    watching = WatchSession([*COURSE, "watch", word], folder / "watched" / name, TASK, BODIES)
    try:
        yield {
            BASE: lambda: timed([sys.executable, "-c", "import torch, os; os._exit(0)"], home, good=(0,)),
            "`import torch`": lambda: timed([sys.executable, "-c", "import torch"], home, good=(0,)),
            "`course check --cold`": course(f"check {word} --cold", cold),
            "`course check`, first": first,
            "`course check`, again": course(f"check {word}", warm),
            "`course watch`, save to verdict": lambda: watching.save(
                environment(XDG_RUNTIME_DIR=str(runtimes[1]))
            ),
            "`course --help`": course("--help", cold),
            "`course list`": course("list", cold),
            "`course hint`": course(f"hint {word}.{TASK}", cold),
        }
    finally:
        watching.close()
        for runtime in runtimes:
            end_residents(runtime)


def script_of(unit: Unit, submission: Submission) -> str:
    """The submission as the percent script that `course fetch` gives."""
    from benchmarks.submissions import cells_of
    from course.notebooks import notebook_to_script

    cells = cells_of(unit, submission.code)
    return notebook_to_script({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5})


def end_residents(runtime: Path) -> None:
    """A resident ends once its socket is gone; waits for that."""
    for path in runtime.rglob("*.sock"):
        path.unlink()
    deadline = time.monotonic() + ENDS_WITHIN
    while with_words(f"{runtime}/"):
        if time.monotonic() > deadline:
            say(f"a warm process of {runtime} did not end")
            return
        time.sleep(0.1)


def show(series: dict[str, Series]) -> str:
    """The table."""
    head = ("", "wall s", "CPU s", "ratio")
    base = series[BASE].wall
    rows = []
    for name, found in series.items():
        if found.reason is not None:
            rows.append(reason_row(name, found.reason, len(head)))
        else:
            rows.append([name, number(found.wall), number(found.cpu), ratio(found.wall, base)])
    return table(head, rows)
