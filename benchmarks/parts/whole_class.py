"""Part b: a class, end to end, ours and the peers."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from benchmarks.batch import OURS, run_batch
from benchmarks.classroom import Classroom
from benchmarks.peer_tools import Check50, OtterRun, Peer, StockNbgrader
from benchmarks.setting import Setting
from benchmarks.submissions import Submission, make_class
from benchmarks.table import NONE, Section, number, per, ratio, reason_row, table
from benchmarks.timing import NotMeasured, Series, Times, interleaved
from course.catalog import Unit

BASE = "`nbgrader autograde`, stock"
TEXT = """The same class for everybody: about half of the submissions are right, the others have one or two known
mistakes, no two are equal. Whole commands from an empty gradebook to the last mark, start-up and imports included;
all rows in turn in each round; medians, rounds: {rounds}. The peers run {assertions} plain assertions per submission in the order of the units,
nbgrader in its own Execute kernel on one core, `otter run` in a notebook kernel one submission after the other,
check50 one submission after the other with its checks on all cores. Ours runs every check of the unit, hidden ones
too ({checks}), in the sandbox, on {workers} workers unless said otherwise: that is to our disadvantage. "Reports only"
is the batch without nbgrader's gradebook. CPU seconds are those of all processes of a command, but for those that nobody waits for: with us
the keeper and the init of each submission's PID namespace, which do nothing but wait. "Passed" is how many assertions passed over the
whole class, by the peer's own word. Ratios are seconds per submission over those of stock nbgrader."""


@dataclass(frozen=True)
class Row:
    """What is measured, and on how many submissions."""

    count: int
    run: Callable[[], Times]
    passed: Callable[[], str] = lambda: NONE


def measure(setting: Setting) -> Section:
    """Both units, one after the other."""
    from course.plan import read_plan

    tables, assertions, checks = [], [], []
    rounds = max(1, setting.sizes.rounds // 3)
    for unit in setting.units():
        folder = setting.new_folder(f"class-{unit.name}")
        rows, peers = rows_of(setting, unit, folder)
        series = interleaved({name: row.run for name, row in rows.items()}, rounds, warm_up=False)
        tables.append(show(unit, rows, series))
        assertions.append(str(len(peers[0].assertions.functions)))
        checks.append(str(sum(not check.cuda for check in read_plan(unit).checks)))
    text = TEXT.format(
        rounds=rounds,
        assertions=" and ".join(assertions),
        checks=" and ".join(checks),
        workers=setting.workers,
    )
    return Section("b. A class", text, tuple(tables))


def rows_of(setting: Setting, unit: Unit, folder: Path) -> tuple[dict[str, Row], list[Peer]]:
    """Prepares all that is measured on one unit."""
    small, large = setting.sizes.small, setting.sizes.large
    submissions = make_class(unit, small)
    stock = StockNbgrader(unit, folder / "nbgrader")
    peers: dict[str, Peer] = {
        "`otter run` for each": OtterRun(unit, folder / "otter", setting.peers),
        "`check50 --dev` for each": Check50(unit, folder / "check50", setting.peers),
    }
    rows = {BASE: Row(small, prepared(stock, submissions), lambda: str(stock.passed()))}
    for name, peer in peers.items():
        counts: list[int] = []
        rows[name] = Row(
            small, functools.partial(each, peer, submissions, counts), functools.partial(last, counts)
        )
    for count in (small, large):
        room = Classroom(unit, folder / f"ours-{count}")
        room.prepare(submissions if count == small else make_class(unit, count))
        notebooks = room.notebooks(folder / f"notebooks-{count}")
        rows[f"`course class grade`, {count}"] = Row(count, room.grade)
        if count == small:
            rows[f"`course class grade --workers 1`, {count}"] = Row(count, functools.partial(room.grade, 1))
        rows[f"ours, reports only, {count}"] = Row(
            count, functools.partial(reports, notebooks, unit, setting.workers)
        )
    return rows, list(peers.values())


def prepared(stock: StockNbgrader, submissions: list[Submission]) -> Callable[[], Times]:
    """nbgrader's grading; the course is made on the first run, outside of what is timed."""

    def run() -> Times:
        if not stock.pristine.exists():
            stock.prepare(submissions)
        return stock.grade()

    return run


def each(peer: Peer, submissions: list[Submission], counts: list[int]) -> Times:
    """One submission after the other; `counts` gets the assertions that passed."""
    counts.clear()
    wall = cpu = 0.0
    for submission in submissions:
        times = peer.one(submission)
        counts.append(peer.passed())
        wall, cpu = wall + times.wall, cpu + (times.cpu or 0.0)
    return Times(wall, cpu)


def last(counts: list[int]) -> str:
    """The sum of the last round's counts."""
    return str(sum(counts))


def reports(notebooks: Path, unit: Unit, workers: int) -> Times:
    """The whole batch without nbgrader."""
    return run_batch(OURS, notebooks, unit.name, workers).whole


def show(unit: Unit, rows: dict[str, Row], series: dict[str, Series]) -> str:
    """One unit's table, in seconds per submission."""
    head = ("", "submissions", "wall s each", "CPU s each", "ratio, wall", "ratio, CPU", "passed")
    base = series[BASE]
    base_wall, base_cpu = per(base.wall, rows[BASE].count), per(base.cpu, rows[BASE].count)
    shown = []
    for name, row in rows.items():
        found = series[name]
        if found.reason is not None:
            shown.append(reason_row(name, found.reason, len(head)))
            continue
        wall, cpu = per(found.wall, row.count), per(found.cpu, row.count)
        try:
            passed = row.passed()
        except NotMeasured:
            passed = NONE
        shown.append([name, str(row.count), number(wall), number(cpu), ratio(wall, base_wall), ratio(cpu, base_cpu), passed])  # fmt: skip
    return table(head, shown, f"{unit.name}, {unit.title}")
