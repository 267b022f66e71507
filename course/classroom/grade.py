"""`course class grade`: all submissions of a unit to the gradebook, whatever any of them does.

1. Take in every submission: a repaired notebook, or the sentence why there is none.
2. Make the reports that are not kept yet, in parallel, each in the sandbox; they are kept as they come,
   so a run that is killed goes on where it stopped.
3. Meanwhile feed nbgrader from one writer (feed.py). Manual marks are nbgrader's and stay.
"""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from course.batch import Cluster, run_jobs
from course.catalog import Catalog, Unit
from course.classroom.feed import Feeder
from course.classroom.folder import ClassFolder, store_report, stored_report
from course.classroom.intake import Intake, take_in
from course.classroom.lessons import open_class
from course.classroom.marks import report_key
from course.classroom.results import Entry
from course.errors import UsageError
from course.fingerprint import unit_fingerprint
from course.jobs import Done, Job
from course.report import Report, Status
from course.sandbox.host import Sandbox
from course.sandbox.output import printable

Tell = Callable[[int, int], None]  # students done, all
GLOB_SIGNS = "*?[]"
ODD_NAME = "a folder's name that nbgrader cannot take for a student; rename it."


@dataclass
class Row:
    """One student's line of the summary. Points are the gradebook's, penalties taken off."""

    student: str
    points: float = 0.0
    max_points: float = 0.0
    problem: str | None = None
    notes: tuple[str, ...] = ()
    needs_manual: bool = False
    report: Report | None = None


@dataclass
class Summary:
    """What a run of `class grade` did."""

    unit: str
    rows: list[Row] = field(default_factory=list)
    graded: int = 0  # reports made in this run
    kept: int = 0  # reports that were there already
    faults: list[str] = field(default_factory=list)  # broken checks of ours
    unfed: dict[str, str] = field(default_factory=dict)  # students whose marks nbgrader did not take

    @property
    def exit_code(self) -> int:
        """0 all marked, 1 a submission could not be read, 3 a check of ours is broken or nbgrader failed."""
        if self.faults or self.unfed:
            return 3
        return 1 if any(row.problem for row in self.rows) else 0


@contextlib.contextmanager
def one_grader(folder: ClassFolder) -> Iterator[None]:
    """Only one run grades a class at a time."""
    folder.state.mkdir(parents=True, exist_ok=True)
    with open(folder.state / "grade.lock", "w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise UsageError("another `course class grade` runs on this class; wait for it.") from error
        yield


def grade_class(
    root: Path, catalog: Catalog, unit: Unit, *, workers: int, layers: frozenset[str] | None = None,
    force: bool = False, tell: Tell = lambda *_: None, cluster: Cluster | None = None,
    sandbox: Sandbox | None = None,
) -> Summary:  # fmt: skip
    """Grades every collected submission of a unit: here, or on a cluster. `force` makes all reports anew.

    `sandbox` is one that was started early; otherwise one is started when it is needed.
    """
    root = root.resolve()
    folder = ClassFolder(root)
    api = open_class(root)
    released = read_released(root, unit)
    summary = Summary(unit.name)
    with one_grader(folder):
        folder.sweep()
        good, odd = submissions_and_odd(root, unit)
        intakes = [take_in(student, path, unit, released) for student, path in good]
        batch = Batch(folder, catalog, unit, intakes, force, summary)
        made: dict[str, tuple[str, Report]] = {}
        with contextlib.closing(Feeder(folder, catalog, unit, api, force)) as feeder:
            tell(0, len(intakes))
            for key, report in batch.reports(workers, layers, cluster, sandbox):
                for intake in batch.students[key]:
                    made[intake.student] = key, report
                    feeder.take(intake, key, report)
                    tell(len(made), len(intakes))
        summary.unfed, entries = feeder.unfed, feeder.entries
    summary.rows = [row_of(intake, made.get(intake.student), entries, summary) for intake in intakes]
    summary.rows += [Row(printable(name), problem=ODD_NAME) for name in odd]
    summary.faults += broken_checks(summary.rows)
    return summary


def read_released(root: Path, unit: Unit) -> dict[str, Any]:
    """The notebook as students got it."""
    path = root / "release" / unit.name / f"{unit.name}.ipynb"
    if not path.is_file():
        raise UsageError(
            f"{unit.name} is not released in this class; do that with: course class release {unit.short_name}"
        )
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


def submissions(root: Path, unit: Unit) -> list[tuple[str, Path]]:
    """The folders of the collected submissions, by student; links are not followed."""
    return submissions_and_odd(root, unit)[0]


def submissions_and_odd(root: Path, unit: Unit) -> tuple[list[tuple[str, Path]], list[str]]:
    """The submissions, and the names of folders that cannot be a student's."""
    found, odd = [], []
    base = root / "submitted"
    for entry in sorted(os.scandir(base), key=lambda e: e.name) if base.is_dir() else ():
        path = Path(entry.path) / unit.name
        if entry.name.startswith(".") or not entry.is_dir(follow_symlinks=False):
            continue
        if path.is_symlink() or not os.path.isdir(path):
            continue
        if not entry.name.isprintable() or set(entry.name) & set(GLOB_SIGNS):
            odd.append(entry.name)
        else:
            found.append((entry.name, path))
    return found, odd


class Batch:
    """What is to be graded: submissions by the key of their report, equal ones once."""

    def __init__(
        self, folder: ClassFolder, catalog: Catalog, unit: Unit, intakes: list[Intake], force: bool,
        summary: Summary,
    ) -> None:  # fmt: skip
        self.folder = folder
        self.catalog = catalog
        self.unit = unit
        self.force = force
        self.summary = summary
        self.seed = folder.seed()
        self.students: dict[str, list[Intake]] = {}
        fingerprint = unit_fingerprint(unit)
        for intake in intakes:
            if intake.fault:
                summary.faults.append(f"{intake.student}: intake: {intake.fault}")
                continue
            key = report_key(unit, intake.submission, self.seed, fingerprint)
            self.students.setdefault(key, []).append(intake)

    def reports(
        self,
        workers: int,
        layers: frozenset[str] | None,
        cluster: Cluster | None,
        sandbox: Sandbox | None,
    ) -> Iterator[tuple[str, Report]]:
        """Keys and reports: new ones as they are done, kept ones while workers are busy with those."""
        kept, jobs = {}, []
        for key, students in self.students.items():
            report = None if self.force else stored_report(self.folder, key)
            if report is None:
                jobs.append(self.job(key, students[0]))
            else:
                kept[key] = report
        self.summary.kept += sum(len(self.students[key]) for key in kept)
        made = run_jobs(jobs, workers, layers, cluster, sandbox)
        for done in made:
            report = self.store(done)
            if report is not None:
                yield done.job.key, report
            if kept:
                yield kept.popitem()
        yield from kept.items()

    def job(self, key: str, intake: Intake) -> Job:
        """The grading of one submission."""
        data = json.dumps(intake.notebook).encode()
        return Job(key, self.catalog.root, self.unit.name, f"{self.unit.name}.ipynb", data, self.seed)

    def store(self, done: Done) -> Report | None:
        """Keeps a report as soon as it is there; notes a submission that was not graded."""
        students = [intake.student for intake in self.students[done.job.key]]
        if done.report is None:
            self.summary.faults.append(f"{named(students)}: {done.problem or 'was not graded'}")
            return None
        store_report(self.folder, done.job.key, done.report)
        self.summary.graded += 1
        self.summary.kept += len(students) - 1
        return done.report


def row_of(
    intake: Intake, made: tuple[str, Report] | None, entries: dict[str, Entry], summary: Summary
) -> Row:
    """The gradebook's numbers for one student."""
    row = Row(intake.student, problem=intake.problem, notes=intake.notes, report=made[1] if made else None)
    if entry := entries.get(intake.student):
        row.points, row.max_points, row.needs_manual = entry.total, entry.max_score, entry.waits
    if made is None:
        row.problem = row.problem or "was not graded; our fault"
    elif intake.student in summary.unfed or entry is None:
        row.problem = row.problem or "not in the gradebook as it should be"
    return row


def broken_checks(rows: list[Row]) -> list[str]:
    """Our broken checks, each once, with the students whom they met."""
    found: dict[str, list[str]] = {}
    for row in rows:
        for check in row.report.checks if row.report else ():
            if check.status is Status.GRADER_FAULT:
                found.setdefault(f"{check.id}: {check.fault}", []).append(row.student)
    return [f"{what} (met by {named(students)})" for what, students in found.items()]


def named(students: list[str], most: int = 3) -> str:
    """`ada, bob, cyd and 4 more`."""
    more = f" and {len(students) - most} more" if len(students) > most else ""
    return ", ".join(students[:most]) + more
