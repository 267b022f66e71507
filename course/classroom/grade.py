"""`course class grade`: all submissions of a unit to the gradebook, whatever any of them does.

1. Take in every submission: a repaired notebook, or the sentence why there is none.
2. Make the reports that are not kept yet, in parallel, each in the sandbox; they are kept as they come,
   so a run that is killed goes on where it stopped.
3. Feed nbgrader from one writer, one student after the other, since its database is one file.
   A student whose report has not changed is not fed again. Manual marks are nbgrader's and stay.
"""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from course.batch import Job, run_jobs
from course.catalog import Catalog, Unit
from course.classroom.config import load_config
from course.classroom.intake import Intake, take_in
from course.classroom.lessons import open_class
from course.classroom.marks import (
    ClassFolder,
    grading_copy,
    report_key,
    store_report,
    stored_report,
    write_atomic,
)
from course.errors import CourseError, UsageError
from course.notebooks import to_json
from course.report import Report, Status

Tell = Callable[[str, int, int], None]  # what, done, all


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
    force: bool = False, tell: Tell = lambda *_: None,
) -> Summary:  # fmt: skip
    """Grades every collected submission of a unit. `force` makes all reports anew."""
    root = root.resolve()
    folder = ClassFolder(root)
    api = open_class(root)
    released = read_released(root, unit)
    summary = Summary(unit.name)
    with one_grader(folder):
        intakes = [take_in(student, path, unit, released) for student, path in submissions(root, unit)]
        reports = make_reports(folder, catalog, unit, intakes, workers, layers, force, summary, tell)
        feed(root, unit, intakes, reports, force, summary, tell)
    summary.rows = [row_of(api, unit, intake, reports.get(intake.student)) for intake in intakes]
    for row in summary.rows:
        for check in row.report.checks if row.report else ():
            if check.status is Status.GRADER_FAULT:
                summary.faults.append(f"{row.student}: {check.id}: {check.fault}")
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
    found = []
    base = root / "submitted"
    for entry in sorted(os.scandir(base), key=lambda e: e.name) if base.is_dir() else ():
        path = Path(entry.path) / unit.name
        if entry.is_dir(follow_symlinks=False) and path.is_dir() and not path.is_symlink():
            found.append((entry.name, path))
    return found


def make_reports(
    folder: ClassFolder, catalog: Catalog, unit: Unit, intakes: list[Intake], workers: int,
    layers: frozenset[str] | None, force: bool, summary: Summary, tell: Tell,
) -> dict[str, Report]:  # fmt: skip
    """The report of every student; equal submissions are graded once."""
    seed = folder.seed()
    keys = {intake.student: report_key(unit, grading_copy(unit, intake.notebook), seed) for intake in intakes}
    known: dict[str, Report] = {}
    jobs: dict[str, Job] = {}
    for intake in intakes:
        key = keys[intake.student]
        kept = None if force else known.get(key) or stored_report(folder, key)
        if kept is not None:
            known[key] = kept
            summary.kept += 1
        elif key not in jobs:
            data = json.dumps(intake.notebook).encode()
            jobs[key] = Job(key, catalog.root, unit.name, f"{unit.name}.ipynb", data, seed)
    for number, done in enumerate(run_jobs(jobs.values(), workers, layers), start=1):
        tell("grade", number, len(jobs))
        if done.report is None:
            summary.faults.append(done.problem or "a submission was not graded")
            continue
        known[done.job.key] = done.report
        store_report(folder, done.job.key, done.report)
        summary.graded += 1
    return {student: known[key] for student, key in keys.items() if key in known}


def feed(
    root: Path, unit: Unit, intakes: list[Intake], reports: dict[str, Report], force: bool,
    summary: Summary, tell: Tell,
) -> None:  # fmt: skip
    """Hands prepared notebooks to nbgrader, whose autograder then finds the kept reports."""
    prepared = ClassFolder(root).state / "prepared"
    waiting = [intake for intake in intakes if intake.student in reports]
    autograder = Autograder(root, unit)
    for number, intake in enumerate(waiting, start=1):
        tell("gradebook", number, len(waiting))
        text = prepared_text(intake)
        path = prepared / intake.student / unit.name / f"{unit.name}.ipynb"
        fed = ClassFolder(root).state / "fed" / unit.name / f"{intake.student}.json"
        state = json.dumps([text, intake.timestamp, reports[intake.student].to_json()])
        if not force and is_fed(fed, state, root / "autograded" / intake.student / unit.name):
            continue
        shutil.rmtree(path.parent, ignore_errors=True)
        write_atomic(path, text)
        if intake.timestamp is not None:
            write_atomic(path.parent / "timestamp.txt", intake.timestamp)
        problem = autograder.run(intake.student)
        if problem:
            summary.unfed[intake.student] = problem
        else:
            write_atomic(fed, state)


def prepared_text(intake: Intake) -> str:
    """The notebook that nbgrader gets, with our remarks for the student."""
    notebook = {
        **intake.notebook,
        "metadata": {**intake.notebook["metadata"], "course": {"notes": list(intake.notes)}},
    }
    return to_json(notebook)


def is_fed(path: Path, state: str, autograded: Path) -> bool:
    """Whether nbgrader has taken exactly this already."""
    try:
        return autograded.is_dir() and path.read_text(encoding="utf-8") == state
    except OSError:
        return False


class Autograder:
    """nbgrader's autograder on the prepared submissions, one student at a time."""

    def __init__(self, root: Path, unit: Unit) -> None:
        from nbgrader.apps import NbGraderAPI

        config = load_config(root)
        config.CourseDirectory.submitted_directory = str(Path(".course") / "prepared")
        config.CourseDirectory.student_id = "*"
        self.unit = unit
        self.api = NbGraderAPI(config=config)

    def run(self, student: str) -> str | None:
        """Feeds one student; the reason if nbgrader did not take it."""
        try:
            result = self.api.autograde(self.unit.name, student, force=True, create=True)
        except Exception as error:  # nbgrader's own trouble with one student must not stop the others
            return f"{type(error).__name__}: {error}"
        if result.get("success"):
            return None
        lines = [
            line for line in str(result.get("error") or result.get("log") or "").splitlines() if line.strip()
        ]
        return lines[-1].strip() if lines else "nbgrader gave no reason"


def row_of(api: Any, unit: Unit, intake: Intake, report: Report | None) -> Row:
    """The gradebook's numbers for one student."""
    row = Row(intake.student, problem=intake.problem, notes=intake.notes, report=report)
    try:
        with api.gradebook as gradebook:
            found = gradebook.find_submission(unit.name, intake.student)
            row.points = float(found.score) - float(found.late_submission_penalty or 0)
            row.max_points = float(found.max_score)
            row.needs_manual = bool(found.needs_manual_grade)
    except CourseError:
        raise
    except Exception as error:
        row.problem = row.problem or f"not in the gradebook ({type(error).__name__})"
    return row
