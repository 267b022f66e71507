"""Part c: ours against the least that can be done."""

from __future__ import annotations

import statistics
from pathlib import Path

from benchmarks.batch import BARE, CALLS, OURS, BatchRun, run_batch
from benchmarks.setting import Setting
from benchmarks.submissions import make_class, our_notebook, script
from benchmarks.table import Section, number, ratio, reason_row, table
from benchmarks.timing import NotMeasured, say
from course.catalog import Unit

TEXT = """The bound is a loop of a few lines (`benchmarks/bare_fork.py`): one process that has torch imported forks for
each submission, the fork executes the source, calls its functions as the plain assertions do, writes the verdicts to a
pipe and ends; {workers} at once. No isolation, no limits, no hidden checks, no messages, no reports. The second
row (`benchmarks/bare_calls.py`) makes all the calls that our checks make, hidden ones too, and looks at no result: the
bound of the questions that we ask. Ours makes full
reports on {workers} workers. {count} submissions; rounds in turn: {rounds}, medians. "Steady" is per submission in
the second half of the batch, when all workers are at work; "whole" is the process from start to end, imports included,
divided by the submissions. CPU seconds are counted as in part b."""
NAMES = {BARE: "the bound", CALLS: "the bound, with our checks' calls", OURS: "ours, reports only"}


def measure(setting: Setting) -> Section:
    """Both units."""
    rounds = max(1, setting.sizes.rounds // 2)
    count = setting.sizes.large
    tables = []
    for unit in setting.units():
        folder = setting.new_folder(f"bound-{unit.name}")
        scripts = folder / "scripts"
        places = {BARE: scripts, CALLS: scripts, OURS: folder / "notebooks"}
        write_both(unit, count, places)
        runs: dict[str, list[BatchRun]] = {module: [] for module in places}
        reasons: dict[str, str] = {}
        for _ in range(rounds):
            for module, place in places.items():
                say(f"{unit.name}: {NAMES[module]}")
                try:
                    runs[module].append(run_batch(module, place, unit.name, setting.workers))
                except NotMeasured as error:
                    reasons[module] = str(error)
        tables.append(show(unit, runs, reasons))
    text = TEXT.format(workers=setting.workers, count=count, rounds=rounds)
    return Section("c. The bound", text, tuple(tables))


def write_both(unit: Unit, count: int, places: dict[str, Path]) -> None:
    """The same submissions as scripts for the bound and as notebooks for ours."""
    for place in set(places.values()):
        place.mkdir()
    for submission in make_class(unit, count):
        text = script(unit, submission)
        (places[BARE] / f"{submission.student}.py").write_text(text, encoding="utf-8")
        our_notebook(unit, submission, places[OURS] / f"{submission.student}.ipynb")


def show(unit: Unit, runs: dict[str, list[BatchRun]], reasons: dict[str, str]) -> str:
    """One unit's table, in milliseconds per submission."""
    head = ("", "steady wall ms", "steady CPU ms", "whole wall ms", "whole CPU ms")
    rows, figures = [], {}
    for module, name in NAMES.items():
        if module in reasons:
            rows.append(reason_row(name, reasons[module], len(head)))
            continue
        figures[module] = medians(runs[module])
        rows.append([name, *(number(1000 * value) for value in figures[module])])
    for module in (BARE, CALLS):
        if module in figures and OURS in figures:
            ratios = (ratio(o, b) for o, b in zip(figures[OURS], figures[module], strict=True))
            rows.append([f"ours over {NAMES[module]}", *ratios])
    return table(head, rows, f"{unit.name}, {unit.title}")


def medians(runs: list[BatchRun]) -> list[float]:
    """Seconds per submission: steady wall and CPU, whole wall and CPU."""
    return [
        statistics.median(values)
        for values in zip(
            *(
                (
                    run.steady.wall,
                    run.steady.cpu or 0.0,
                    run.whole.wall / run.count,
                    (run.whole.cpu or 0.0) / run.count,
                )
                for run in runs
            ),
            strict=True,
        )
    ]
