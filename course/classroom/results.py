"""The marks of a unit as the gradebook has them, each with the check or the person that it comes from.

Everything that shows a class's marks reads them here, so that the sums are the gradebook's: a
student's items add up to the total, whatever a person has changed and whatever was taken off.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from course.catalog import Unit
from course.classroom.folder import ClassFolder
from course.classroom.lessons import open_class
from course.classroom.marks import counted, given_points
from course.notebooks import grade_id
from course.plan import UnitPlan, read_plan
from course.report import CheckResult, Report


@dataclass(frozen=True)
class CellMark:
    """One graded cell in the gradebook."""

    cell: str
    auto: float | None
    manual: float | None
    score: float  # the person's if there is one, with extra credit
    max_score: float
    waits: bool  # for a person


@dataclass(frozen=True)
class Entry:
    """One student's line of the gradebook for a unit."""

    student: str
    timestamp: datetime | None
    due: datetime | None  # with this student's extension
    score: float
    max_score: float
    penalty: float
    waits: bool
    cells: dict[str, CellMark] = field(default_factory=dict)

    @property
    def total(self) -> float:
        """What counts: the score without the penalty."""
        return self.score - self.penalty

    @property
    def is_late(self) -> bool:
        """Whether it came after the (extended) deadline."""
        return bool(self.timestamp and self.due and self.timestamp > self.due)


@dataclass(frozen=True)
class Item:
    """A part of a student's total. `kind` is check, question, cell, changed or penalty."""

    kind: str
    id: str
    task: str
    title: str
    points: float  # that could be had
    given: float
    check: CheckResult | None = None


@dataclass(frozen=True)
class StudentResult:
    """What a class's page and exports know of one student."""

    student: str
    name: str
    entry: Entry | None = None  # None: nothing was marked
    report: Report | None = None
    problem: str | None = None
    notes: tuple[str, ...] = ()
    items: tuple[Item, ...] = ()

    @property
    def total(self) -> float:
        """The gradebook's total, 0 without one."""
        return self.entry.total if self.entry else 0.0


@dataclass(frozen=True)
class ClassResults:
    """All students of a class in one unit."""

    unit: Unit
    plan: UnitPlan
    max_score: float
    students: tuple[StudentResult, ...]

    @property
    def marked(self) -> list[StudentResult]:
        """The students who handed something in that was marked."""
        return [student for student in self.students if student.entry is not None]


def read_gradebook(api: Any, unit: Unit) -> tuple[dict[str, Entry], dict[str, str], float]:
    """The unit's lines of the gradebook, the names of all its students, and the points of the unit."""
    from nbgrader.api import Grade, MissingEntry, SubmittedAssignment, SubmittedNotebook
    from sqlalchemy.orm import selectinload

    with api.gradebook as gradebook:
        names = {s.id: " ".join(p for p in (s.first_name, s.last_name) if p) for s in gradebook.students}
        try:
            assignment = gradebook.find_assignment(unit.name)
        except MissingEntry:
            return {}, names, 0.0
        parts = selectinload(SubmittedAssignment.notebooks).selectinload(SubmittedNotebook.grades)
        found = gradebook.db.query(SubmittedAssignment).filter_by(assignment_id=assignment.id)
        everything = found.options(
            parts.selectinload(Grade.cell)
        ).all()  # a few queries, not some per student
        entries = {submission.student_id: _entry(submission) for submission in everything}
        return entries, names, float(assignment.max_score or 0)


def _entry(submission: Any) -> Entry:
    cells = {}
    for notebook in submission.notebooks:
        for grade in notebook.grades:
            cells[str(grade.name)] = CellMark(
                str(grade.name), grade.auto_score, grade.manual_score, float(grade.score),
                float(grade.max_score or 0), bool(grade.needs_manual_grade),
            )  # fmt: skip
    due = submission.assignment.duedate
    return Entry(
        str(submission.student_id), submission.timestamp, due and due + submission.extension if submission.extension else due,
        float(submission.score or 0), float(submission.max_score or 0),
        float(submission.late_submission_penalty or 0), bool(submission.needs_manual_grade), cells,
    )  # fmt: skip


def class_results(root: Path, unit: Unit) -> ClassResults:
    """Reads the gradebook and the reports that its marks come from."""
    folder = ClassFolder(root.resolve())
    entries, names, max_score = read_gradebook(open_class(folder.root), unit)
    latest = folder.latest(unit.name)
    plan = read_plan(unit)
    students = []
    for student in sorted(names.keys() | entries.keys()):
        entry, found = entries.get(student), latest.get(student)
        report = folder.report_of(found) if found else None
        students.append(
            StudentResult(
                student, names.get(student, ""), entry, report if entry else None,
                found.problem if found else None, found.notes if found else (),
                tuple(items(entry, plan, report)) if entry else (),
            )
        )  # fmt: skip
    return ClassResults(unit, plan, max_score, tuple(students))


def items(entry: Entry, plan: UnitPlan, report: Report | None) -> Iterator[Item]:
    """The parts of a student's total, in the unit's order."""
    tasks = {grade_id(task): task for task in plan.unit.tasks}
    questions = {f"q_{question.id}": question for question in plan.unit.questions}
    order = [*tasks, *questions]
    for id in sorted(
        entry.cells, key=lambda cell: (order.index(cell) if cell in order else len(order), cell)
    ):
        mark = entry.cells[id]
        if id in tasks and report is not None:
            yield from _task_items(mark, tasks[id], plan, report)
        elif id in questions:
            title = " ".join(questions[id].text.split())
            yield Item("question", id, "", title, mark.max_score, mark.score)
        else:
            yield Item("cell", id, tasks.get(id, ""), "points of this cell", mark.max_score, mark.score)
    if entry.penalty:
        yield Item("penalty", "late", "", "handed in late", 0.0, -entry.penalty)


def _task_items(mark: CellMark, task: str, plan: UnitPlan, report: Report) -> Iterator[Item]:
    """A task's checks, and what a person has added or taken away."""
    given = 0
    for check in counted(plan, report, task, mark.max_score):
        given += given_points(check)
        yield Item("check", check.id, task, check.title, check.points, given_points(check), check)
    if mark.score != given:
        yield Item("changed", mark.cell, task, "changed by a person", 0.0, mark.score - given)
