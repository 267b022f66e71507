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
import os
import secrets
import tempfile
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import course
from course.batch import Job, Worker
from course.catalog import Catalog, Unit
from course.errors import InternalError
from course.html import checks_block
from course.notebooks import task_points
from course.plan import UnitPlan
from course.report import CheckResult, Report, Status
from course.source import Submission, parse_submission

STATE = ".course"  # beside nbgrader's folders; nothing of nbgrader's is in it


@dataclass(frozen=True)
class ClassFolder:
    """A class's folder, as far as we keep anything in it."""

    root: Path

    @property
    def state(self) -> Path:
        """Our own folder: seed, reports, prepared submissions."""
        return self.root / STATE

    @property
    def reports(self) -> Path:
        """Kept reports, one file per content hash."""
        return self.state / "reports"

    def seed(self) -> int:
        """The class's secret seed, drawn once: all students meet the same hidden inputs."""
        path = self.state / "seed"
        with contextlib.suppress(OSError, ValueError):
            return int(path.read_text())
        write_once(path, str(secrets.randbits(48)))
        return int(path.read_text())


def write_once(path: Path, text: str) -> None:
    """Writes a file unless it is there; safe when two processes try."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with contextlib.suppress(FileExistsError):
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w") as file:
            file.write(text)


def write_atomic(path: Path, text: str) -> None:
    """Writes a file whole or not at all, also when the process is killed."""
    path.parent.mkdir(parents=True, exist_ok=True)
    descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=".part-")
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    os.replace(name, path)


def unit_fingerprint(unit: Unit) -> str:
    """A hash of what judges a unit: graders, reference, engine, torch."""
    digest = hashlib.sha256()
    files = [
        p
        for p in sorted(unit.graders.rglob("*"))
        if p.is_file() and "variants" not in p.parts and "__pycache__" not in p.parts
    ]
    for path in [*files, unit.solution]:
        digest.update(f"{path.name}\0".encode() + path.read_bytes() + b"\0")
    digest.update(repr((unit.limits, unit.preload, course.__version__)).encode())
    with contextlib.suppress(PackageNotFoundError):
        digest.update(version("torch").encode())
    return digest.hexdigest()


def report_key(unit: Unit, submission: Submission, seed: int) -> str:
    """The name of a report: the hash of all that it depends on."""
    program = json.dumps([submission.name, [(c.label, c.start, c.source) for c in submission.program.cells]])
    return hashlib.sha256(
        f"{unit_fingerprint(unit)}\0{seed}\0{program}".encode("utf-8", "replace")
    ).hexdigest()


def stored_report(folder: ClassFolder, key: str) -> Report | None:
    """A kept report, None if there is none that can be read."""
    try:
        return Report.from_dict(json.loads((folder.reports / f"{key}.json").read_text(encoding="utf-8")))
    except (OSError, ValueError, KeyError, TypeError):
        return None


def store_report(folder: ClassFolder, key: str, report: Report) -> None:
    """Keeps a report, unless a check of ours was broken: those are graded again."""
    if all(check.status is not Status.GRADER_FAULT for check in report.checks):
        write_atomic(folder.reports / f"{key}.json", report.to_json())


def grading_copy(unit: Unit, notebook: dict[str, Any]) -> Submission:
    """The submission that a (repaired) notebook is."""
    return parse_submission(f"{unit.name}.ipynb", json.dumps(notebook).encode())


class Marker:
    """Grades notebooks one at a time, with the class's seed and kept reports."""

    def __init__(self, folder: ClassFolder, catalog: Catalog) -> None:
        self.folder = folder
        self.catalog = catalog
        self._worker: Worker | None = None

    def report(self, unit: Unit, notebook: dict[str, Any]) -> Report:
        """The kept report of a notebook, or a new one. Raises InternalError if grading broke."""
        seed = self.folder.seed()
        key = report_key(unit, grading_copy(unit, notebook), seed)
        kept = stored_report(self.folder, key)
        if kept is not None:
            return kept
        if self._worker is None:
            self._worker = Worker()
        data = json.dumps(notebook).encode()
        done = self._worker.run(Job(None, self.catalog.root, unit.name, f"{unit.name}.ipynb", data, seed))
        if done.report is None:
            raise InternalError(done.problem or "no report")
        store_report(self.folder, key, done.report)
        return done.report

    def close(self) -> None:
        """Ends the sandbox, if one was needed."""
        if self._worker is not None:
            self._worker.close()
            self._worker = None


def counted(plan: UnitPlan, report: Report, task: str, max_points: float) -> list[CheckResult]:
    """The checks that a grade cell's points speak of: without those that need CUDA, unless released so."""
    with_gpu = max_points > task_points(plan, task, gpu=False)
    needs_gpu = {check.id for check in plan.checks if check.cuda}
    return [c for c in report.checks if c.task == task and (with_gpu or c.id not in needs_gpu)]


def task_score(plan: UnitPlan, report: Report, task: str, max_points: float) -> int:
    """The points of a task's grade cell, within 0 and its maximum.

    A check that is broken by our fault costs nothing: its points are given, and `class grade` says so.
    """
    checks = counted(plan, report, task, max_points)
    points = sum(c.points if c.status is Status.GRADER_FAULT else c.earned for c in checks)
    return max(0, min(points, int(max_points)))


def grade_outputs(
    plan: UnitPlan, report: Report, task: str, max_points: float, notes: list[str]
) -> list[dict[str, Any]]:
    """The outputs of a grade cell: the number that nbgrader reads, and the block that students read."""
    score = task_score(plan, report, task, max_points)
    checks = [check for check in report.checks if check.task == task]
    block = checks_block(checks, notes, f"{task}: {score} of {int(max_points)} points")
    return [
        {
            "output_type": "execute_result",
            "execution_count": None,
            "metadata": {},
            "data": {"text/plain": str(score), "text/html": block},
        }
    ]
