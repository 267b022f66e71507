"""A unit's notebook to a Report, kept by content; a Report to the outputs of grade cells.

A report is kept under the hash of all it depends on: the submission's code, the unit's graders
and reference, the engine, torch, and the class's seed. So an unchanged submission is not graded twice, a
changed grader regrades all, and every road (nbgrader's commands, the formgrader, `course class
grade`) reads the same report.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import multiprocessing
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any

from course.batch import Worker, end_with_parent
from course.catalog import Catalog, Unit
from course.classroom.folder import (
    ClassFolder,
    store_report,
    stored_report,
    write_atomic,
    write_once,
)
from course.classroom.intake import grading_copy
from course.errors import InternalError, SandboxError
from course.fingerprint import unit_fingerprint
from course.html import checks_block
from course.jobs import Done, Job
from course.notebooks import grade_id, task_points
from course.plan import UnitPlan
from course.report import CheckResult, Report, Status
from course.source import Submission

__all__ = ["ClassFolder", "Marker", "grading_copy", "report_key", "store_report", "stored_report",
           "task_score", "write_atomic", "write_once"]  # fmt: skip


def report_key(unit: Unit, submission: Submission, seed: int, fingerprint: str | None = None) -> str:
    """The name of a report: the hash of all that it depends on. `fingerprint` is the unit's, if known."""
    text = f"{fingerprint or unit_fingerprint(unit)}\0{seed}\0{code_of(submission)}"
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()


def code_of(submission: Submission) -> str:
    """All of a submission that a verdict depends on."""
    return json.dumps([submission.name, [(c.label, c.start, c.source) for c in submission.program.cells]])


class Marker:
    """Grades notebooks one at a time, with the class's seed and kept reports.

    The grading goes on in a process of its own: nbgrader's may be a server that lives for weeks, and graders
    are imported once per process. When they have changed, the process is changed too.
    """

    def __init__(self, folder: ClassFolder, catalog: Catalog, unconfined: bool = False) -> None:
        self.folder = folder
        self.catalog = catalog
        self.unconfined = unconfined
        self._given: dict[str, tuple[str, Report]] = {}
        self._pool: ProcessPoolExecutor | None = None
        self._fingerprint = ""

    @contextlib.contextmanager
    def given(self, submission: Submission, key: str, report: Report) -> Iterator[None]:
        """Meanwhile a submission has a report that was made already, whether or not it can be kept."""
        code = code_of(submission)
        self._given[code] = (key, report)
        try:
            yield
        finally:
            del self._given[code]

    def report(self, unit: Unit, notebook: dict[str, Any]) -> tuple[str, Report]:
        """The key and the report of a notebook, kept or new. Raises InternalError if grading broke."""
        submission = grading_copy(unit, notebook)
        if given := self._given.get(code_of(submission)):
            return given
        seed, fingerprint = self.folder.seed(), unit_fingerprint(unit)
        key = report_key(unit, submission, seed, fingerprint)
        report = stored_report(self.folder, key)
        if report is None:
            data = json.dumps(notebook).encode()
            job = Job(None, self.catalog.root, unit.name, f"{unit.name}.ipynb", data, seed)
            done = self._grade(job, fingerprint)
            if done.report is None:
                raise InternalError(done.problem or "no report")
            report = done.report
            store_report(self.folder, key, report)
        return key, report

    def _grade(self, job: Job, fingerprint: str) -> Done:
        """Grades in the other process; a new one if it died, as in a batch."""
        if fingerprint != self._fingerprint:
            self.close()
        self._fingerprint = fingerprint
        for _ in range(2):
            if self._pool is None:
                context = multiprocessing.get_context("spawn")
                self._pool = ProcessPoolExecutor(1, context, _begin, (self.unconfined,))
            try:
                return self._pool.submit(_grade, job).result()
            except BrokenProcessPool:
                self.close()
        raise InternalError(f"{job.name}: the grader's worker process died twice on it.")

    def close(self) -> None:
        """Ends the other process, if there is one."""
        if self._pool is not None:
            self._pool.shutdown(wait=True, cancel_futures=True)
            self._pool = None


_worker: Worker | None = None  # in the other process only
_open: str = ""  # the layers of the sandbox that do not hold there


def _begin(unconfined: bool) -> None:
    global _worker, _open
    from course.sandbox.witness import prove

    end_with_parent()
    _worker = Worker()
    if not unconfined:
        _open = ", ".join(name for name, found in prove(_worker.sandbox).items() if not found.held)


def _grade(job: Job) -> Done:
    assert _worker is not None
    if _open:
        raise SandboxError(
            f"the sandbox does not hold here ({_open}); see `course doctor`, or set "
            "c.GradeInSandbox.unconfined = True in nbgrader_config.py."
        )
    return _worker.run(job)


def counted(plan: UnitPlan, report: Report, task: str, max_points: float) -> list[CheckResult]:
    """The checks that a grade cell's points speak of: without those that need CUDA, unless released so."""
    with_gpu = max_points > task_points(plan, task, gpu=False)
    needs_gpu = {check.id for check in plan.checks if check.cuda}
    return [c for c in report.checks if c.task == task and (with_gpu or c.id not in needs_gpu)]


def given_points(check: CheckResult) -> int:
    """The points of a check in the gradebook. One that is broken by our fault costs nothing."""
    return check.points if check.status is Status.GRADER_FAULT else check.earned


def task_score(plan: UnitPlan, report: Report, task: str, max_points: float) -> int:
    """The points of a task's grade cell, within 0 and its maximum."""
    points = sum(given_points(check) for check in counted(plan, report, task, max_points))
    return max(0, min(points, int(max_points)))


def expected_scores(plan: UnitPlan, report: Report, notebook: dict[str, Any]) -> dict[str, float]:
    """What the gradebook should hold for each of our grade cells of a released notebook."""
    tasks = {grade_id(task): task for task in plan.unit.tasks}
    found = {}
    for cell in notebook["cells"]:
        marks = cell["metadata"].get("nbgrader", {})
        task = tasks.get(marks.get("grade_id"))
        if task is not None:
            found[grade_id(task)] = float(task_score(plan, report, task, float(marks["points"])))
    return found


def grade_outputs(
    plan: UnitPlan, report: Report, task: str, max_points: float, notes: list[str]
) -> list[dict[str, Any]]:
    """The outputs of a grade cell: the number that nbgrader reads, and the block that students read."""
    score = task_score(plan, report, task, max_points)
    checks = [check for check in report.checks if check.task == task]
    summary = f"{task}: {score} of {int(max_points)} points"
    return number_output(score, checks_block(checks, notes, summary, data=True))


def number_output(score: int, block: str) -> list[dict[str, Any]]:
    """The one output from which nbgrader takes a cell's points."""
    data = {"text/plain": str(score), "text/html": block}
    return [{"output_type": "execute_result", "execution_count": None, "metadata": {}, "data": data}]
