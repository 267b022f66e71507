"""Part d: reports only, on more and more workers."""

from __future__ import annotations

import statistics

from benchmarks.batch import OURS, run_batch
from benchmarks.setting import Setting
from benchmarks.submissions import make_class, our_notebook
from benchmarks.table import Section, number, ratio, reason_row, table
from benchmarks.timing import NotMeasured, say

TEXT = """Reports only, {count} submissions of unit 1, in the second half of each run (workers started, nothing imported
any more); rounds in turn: {rounds}, medians. The speed-up is over one worker, which grades in the process that was
started; ideal is the number of workers."""


def measure(setting: Setting) -> Section:
    """1, 2, 4, ... workers, up to the cores."""
    folder = setting.new_folder("scaling") / "notebooks"
    folder.mkdir()
    unit = setting.units()[0]
    rounds = max(1, setting.sizes.rounds // 2)
    for submission in make_class(unit, setting.sizes.large):
        our_notebook(unit, submission, folder / f"{submission.student}.ipynb")
    walls: dict[int, list[float]] = {workers: [] for workers in steps(setting.workers)}
    reasons: dict[int, str] = {}
    for _ in range(rounds):
        for workers, found in walls.items():
            say(f"{workers} workers")
            try:
                found.append(run_batch(OURS, folder, unit.name, workers).steady.wall)
            except NotMeasured as error:
                reasons[workers] = str(error)
    head = ("workers", "submissions per s", "speed-up")
    rows, one = [], statistics.median(walls[1]) if walls[1] else None
    for workers, found in walls.items():
        if workers in reasons:
            rows.append(reason_row(str(workers), reasons[workers], len(head)))
        else:
            wall = statistics.median(found)
            rows.append([str(workers), number(1 / wall), ratio(one, wall)])
    text = TEXT.format(count=setting.sizes.large, rounds=rounds)
    return Section("d. Scaling", text, (table(head, rows),))


def steps(cores: int) -> list[int]:
    """Powers of two up to the cores, and the cores."""
    found = [1]
    while found[-1] * 2 < cores:
        found.append(found[-1] * 2)
    return found if cores == 1 else [*found, cores]
