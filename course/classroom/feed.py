"""Reports into nbgrader's gradebook: one writer, one student after the other.

nbgrader runs its own autograder on a prepared notebook and finds the report that was made for it.
A student is fed again only when something has changed: the notebook, the report, the time it was
handed in, the deadline, the way late work is marked; or when the gradebook does not hold what the
report says, because it was restored, emptied or upgraded, or because a run was killed.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import shutil
from pathlib import Path
from typing import Any

from nbgrader.preprocessors import CheckCellMetadata

from course.catalog import Catalog, Unit
from course.classroom.config import load_config
from course.classroom.folder import STATE, ClassFolder, write_atomic
from course.classroom.gradebook import OpenDatabases, kept_open
from course.classroom.intake import Intake
from course.classroom.lessons import reason_of
from course.classroom.marks import expected_scores
from course.classroom.preprocessors import marker_for
from course.classroom.results import Entry, read_gradebook
from course.notebooks import to_json
from course.plan import read_plan
from course.report import Report

OTHER_POINTS = "its gradebook holds other points than the report"
BLOCK = 100  # students between two looks at what the gradebook has taken


class Feeder:
    """Feeds one unit's students to nbgrader, each as soon as there is a report.

    `unfed` has the reasons of those whom nbgrader did not take, `entries` the gradebook's lines.
    """

    def __init__(self, folder: ClassFolder, catalog: Catalog, unit: Unit, api: Any, force: bool) -> None:
        self.folder = folder
        self.unit = unit
        self.plan = read_plan(unit)
        self.api = api
        self.force = force
        self.config = load_config(folder.root)
        self.marker = marker_for(folder.root, catalog)
        self.unfed: dict[str, str] = {}
        self.entries: dict[str, Entry] = read_gradebook(api, unit)[0]
        self._autograder: Autograder | None = None
        self._open = contextlib.ExitStack()
        self._fed: list[tuple[Intake, str, Report]] = []

    def take(self, intake: Intake, key: str, report: Report) -> None:
        """Feeds one student, if anything has changed."""
        if not self.force and self.is_fed(intake, key, report):
            return
        if self._autograder is None:
            databases = self._open.enter_context(kept_open())
            self._autograder = Autograder(self.folder, self.unit, self.config, databases)
        self.fed_path(intake).unlink(missing_ok=True)
        with self.marker.given(intake.submission, key, report):
            problem = self._autograder.run(intake)
        if problem is not None:
            self.unfed[intake.student] = problem
            return
        self._fed.append((intake, key, report))
        if len(self._fed) >= BLOCK:
            self.settle()

    def settle(self) -> None:
        """Looks whether the gradebook holds what it was fed, and notes that for the next run."""
        if not self._fed and not self.unfed:
            return
        self.entries, _, _ = read_gradebook(self.api, self.unit)
        for intake, key, report in self._fed:
            if self.agrees(intake, report):
                write_atomic(self.fed_path(intake), self.state(intake, key))
            else:
                self.unfed[intake.student] = OTHER_POINTS
        self._fed = []

    def close(self) -> None:
        """Settles what is left, also when the run is interrupted."""
        with self._open:
            self.settle()

    def fed_path(self, intake: Intake) -> Path:
        """Where it is kept what nbgrader has taken."""
        return self.folder.fed(self.unit.name, intake.student)

    def is_fed(self, intake: Intake, key: str, report: Report) -> bool:
        """Whether nbgrader has taken exactly this already, and still has it."""
        autograded = self.folder.root / "autograded" / intake.student / self.unit.name
        try:
            before = self.fed_path(intake).read_text(encoding="utf-8")
        except OSError:
            return False
        return (
            before == self.state(intake, key)
            and (autograded / f"{self.unit.name}.ipynb").is_file()
            and self.agrees(intake, report)
        )

    def agrees(self, intake: Intake, report: Report) -> bool:
        """Whether the gradebook holds the report's points."""
        entry = self.entries.get(intake.student)
        expected = expected_scores(self.plan, report, intake.notebook)
        return entry is not None and expected == {
            cell: entry.cells[cell].auto for cell in expected if cell in entry.cells
        }

    def state(self, intake: Intake, key: str) -> str:
        """A hash of all that a student's marks in the gradebook depend on."""
        entry, late = self.entries.get(intake.student), None
        if entry is not None and entry.is_late:  # a penalty is a share of all points, a person's too
            late = [[mark.cell, mark.manual] for mark in entry.cells.values() if mark.manual is not None]
        policy = [repr(self.config.get(name)) for name in ("AssignLatePenalties", "LateSubmissionPlugin")]
        due = str(entry.due) if entry else None
        text = [prepared_text(intake), intake.timestamp, intake.secret, key, due, late, policy]
        return hashlib.sha256(json.dumps(text).encode()).hexdigest()


def prepared_text(intake: Intake) -> str:
    """The notebook that nbgrader gets, with what we say about the files."""
    said = {"notes": list(intake.notes), "problem": intake.problem}
    return to_json({**intake.notebook, "metadata": {**intake.notebook["metadata"], "course": said}})


def leave_out_steps(config: Any) -> None:
    """Takes out nbgrader's steps that hold a notebook against what was handed out.

    They would change nothing in a prepared notebook: it was made from that, a moment ago.
    """
    config.Autograde.sanitize_preprocessors = []
    config.Autograde.autograde_preprocessors = [
        step for step in config.Autograde.autograde_preprocessors if step is not CheckCellMetadata
    ]


class Autograder:
    """nbgrader's autograder on the prepared submissions, one student at a time."""

    def __init__(self, folder: ClassFolder, unit: Unit, config: Any, databases: OpenDatabases) -> None:
        from nbgrader.apps import NbGraderAPI

        config.CourseDirectory.submitted_directory = str(Path(STATE) / folder.prepared.name)
        config.CourseDirectory.student_id = "*"
        leave_out_steps(config)
        self.folder = folder
        self.unit = unit
        self.databases = databases
        self.api = NbGraderAPI(config=config)

    def run(self, intake: Intake) -> str | None:
        """Feeds one student; the reason if nbgrader did not take it, and then the gradebook is as it was."""
        try:
            self.prepare(intake)
            result = self.api.autograde(self.unit.name, intake.student, force=True, create=True)
            problem = None if result.get("success") else reason_of(result)
            self.databases.save() if problem is None else self.databases.undo()
        except Exception as error:  # nbgrader's own trouble with one student must not stop the others
            self.databases.undo()
            return f"{type(error).__name__}: {error}"
        return problem

    def prepare(self, intake: Intake) -> None:
        """Lays the notebook and nbgrader's own files where nbgrader looks for submissions."""
        target = self.folder.prepared / intake.student / self.unit.name
        shutil.rmtree(target, ignore_errors=True)
        write_atomic(target / f"{self.unit.name}.ipynb", prepared_text(intake))
        if intake.timestamp is not None:
            write_atomic(target / "timestamp.txt", intake.timestamp)
        if intake.secret is not None:
            write_atomic(target / "submission_secret.txt", intake.secret)
