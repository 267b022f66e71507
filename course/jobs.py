"""A job of grading and its result, as they go to a worker and come back, in this process or another.

A job is one submission and carries its bytes; its result is a Report, or the sentence why there is none.
"""

from __future__ import annotations

import base64
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from course.report import Report


@dataclass(frozen=True)
class Job:
    """One submission of one unit. `key` is the caller's."""

    key: Any
    root: Path
    unit: str
    name: str
    data: bytes
    seed: int | None = None
    hidden: bool = True
    tasks: frozenset[str] | None = None
    checks: frozenset[str] | None = None


@dataclass(frozen=True)
class Done:
    """A job's report, or the one sentence why it has none, with its exit code.

    A submission that cannot be read has both: the sentence, and a report in which every check says it.
    """

    job: Job
    report: Report | None = None
    problem: str | None = None
    exit_code: int = 0
    seconds: float = 0.0  # that the grading took


class Grades(Protocol):
    """Whatever grades one job: a worker of this process, or the resident warm parent."""

    def begin(self, job: Job) -> None:
        """Starts on a job whose result will be asked for in a moment, if it can do so in the background."""
        ...

    def run(self, job: Job) -> Done:
        """The job's result; never raises for what a submission does."""
        ...

    def close(self) -> None:
        """Lets go of what it holds."""
        ...


def job_to_json(job: Job) -> dict[str, Any]:
    """A job as plain data, without its key."""
    parts = {
        name: None if value is None else sorted(value)
        for name, value in (("tasks", job.tasks), ("checks", job.checks))
    }
    data = base64.b64encode(job.data).decode()
    return {"root": str(job.root), "unit": job.unit, "name": job.name, "data": data, "seed": job.seed,
            "hidden": job.hidden, **parts}  # fmt: skip


def job_from_json(data: dict[str, Any]) -> Job:
    """What job_to_json wrote."""
    parts = {name: None if data[name] is None else frozenset(data[name]) for name in ("tasks", "checks")}
    return Job(None, Path(data["root"]), data["unit"], data["name"], base64.b64decode(data["data"]), data["seed"],
               data["hidden"], **parts)  # fmt: skip


def done_to_json(done: Done) -> dict[str, Any]:
    """A result as plain data, without its job."""
    report = None if done.report is None else done.report.to_dict()
    return {"report": report, "problem": done.problem, "exit_code": done.exit_code}


def done_from_json(data: dict[str, Any], job: Job) -> Done:
    """What done_to_json wrote, for the job that was sent."""
    from course.report import Report

    report = None if data["report"] is None else Report.from_dict(data["report"])
    return Done(job, report, data["problem"], data["exit_code"])
