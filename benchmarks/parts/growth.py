"""Part f: whether a submission costs the same in a large batch as in a small one."""

from __future__ import annotations

from benchmarks.batch import OURS, run_batch
from benchmarks.classroom import Classroom
from benchmarks.setting import Setting
from benchmarks.submissions import make_class, our_notebook
from benchmarks.table import Section, number, per, reason_row, table
from benchmarks.timing import NotMeasured, say

TEXT = """Unit 1 on {workers} workers, one run of each size. A flat line is what is wanted: the same seconds per submission in
the second half of the batch ("steady"), and the same resident memory at the end. "Whole" falls with the size, as imports are shared by more
submissions. For `class grade`, the memory is that of the largest process of its tree."""


def measure(setting: Setting) -> Section:
    """Reports only, then the gradebook, too."""
    tables = (reports_only(setting), class_grade(setting))
    return Section("f. Growth", TEXT.format(workers=setting.workers), tables)


def reports_only(setting: Setting) -> str:
    """Cost and memory of batches."""
    unit = setting.units()[0]
    head = ("submissions", "steady wall s each", "steady CPU s each", "whole wall s each",
            "main MiB", "worker MiB", "warm parent MiB")  # fmt: skip
    rows = []
    for count in setting.sizes.growth:
        folder = setting.new_folder(f"growth-{count}") / "notebooks"
        folder.mkdir()
        for submission in make_class(unit, count):
            our_notebook(unit, submission, folder / f"{submission.student}.ipynb")
        say(f"reports only, {count}")
        try:
            run = run_batch(OURS, folder, unit.name, setting.workers)
        except NotMeasured as error:
            rows.append(reason_row(str(count), str(error), len(head)))
            continue
        seconds = (run.steady.wall, run.steady.cpu, run.whole.wall / count)
        sizes = (run.resident["main"], run.resident["worker"], run.resident["warm"])
        rows.append([str(count), *map(number, seconds), *map(number, sizes)])
    return table(head, rows, "reports only")


def class_grade(setting: Setting) -> str:
    """Cost and memory of `course class grade`."""
    unit = setting.units()[0]
    head = ("submissions", "wall s each", "CPU s each", "largest process MiB")
    rows = []
    for count in setting.sizes.growth_class:
        room = Classroom(unit, setting.folder / f"growth-class-{count}")
        room.prepare(make_class(unit, count))
        say(f"class grade, {count}")
        try:
            times = room.grade()
        except NotMeasured as error:
            rows.append(reason_row(str(count), str(error), len(head)))
            continue
        rows.append([str(count), number(times.wall / count), number(per(times.cpu, count)), number(times.peak)])  # fmt: skip
    return table(head, rows, "`course class grade`")
