"""The one result type: made once by grading, rendered many times.

Frozen, and JSON with a schema version. Fields may be added, never renamed.
"""

from __future__ import annotations

import enum
import json
from dataclasses import asdict, dataclass, field
from typing import Any

SCHEMA_VERSION = 1


class Status(enum.StrEnum):
    """The verdict of one check."""

    PASSED = "passed"
    FAILED = "failed"
    NOT_ATTEMPTED = "not_attempted"
    ERROR = "error"  # the student's code raised
    TIMEOUT = "timeout"
    CRASHED = "crashed"  # ended the process, a signal, a cap on memory
    SKIPPED = "skipped"  # a prerequisite failed
    DEFERRED = "deferred"  # needs CUDA
    GRADER_FAULT = "grader_fault"  # ours; never costs points


OUT_OF_TOTAL = (Status.DEFERRED, Status.GRADER_FAULT)


@dataclass(frozen=True)
class CheckResult:
    """The verdict of one check and what to say about it. `seconds` is wall time."""

    id: str
    task: str
    title: str
    visible: bool
    points: int
    earned: int
    status: Status
    message: str = ""
    hint: str | None = None
    mistake: str | None = None
    output: str = ""
    seconds: float = 0.0
    fault: str | None = None  # for the instructor: file and line of a broken check
    waits_for: str | None = None  # the task (or check) that has to come first


@dataclass(frozen=True)
class Environment:
    """What the verdicts depend on beside the submission."""

    course: str
    torch: str
    python: str
    device: str
    seed: int
    isolation: dict[str, str] = field(default_factory=dict)  # layer -> "held" or the reason


@dataclass(frozen=True)
class Report:
    """All verdicts on one submission of one unit. Points are whole numbers."""

    unit: str
    submission: dict[str, str]  # name, sha256
    checks: tuple[CheckResult, ...]
    environment: Environment
    notes: tuple[str, ...] = ()  # about the file as a whole: cells that broke, magics set aside
    schema_version: int = SCHEMA_VERSION

    @property
    def points(self) -> int:
        """Points earned."""
        return sum(check.earned for check in self.checks)

    @property
    def max_points(self) -> int:
        """Points that could be earned here and now: neither deferred nor lost by our fault."""
        return sum(check.points for check in self.checks if check.status not in OUT_OF_TOTAL)

    @property
    def deferred_points(self) -> int:
        """Points of the checks that need CUDA and did not run."""
        return sum(check.points for check in self.checks if check.status is Status.DEFERRED)

    @property
    def exit_code(self) -> int:
        """0 all passed, 1 something failed, 3 a check of ours is broken."""
        statuses = {check.status for check in self.checks}
        if Status.GRADER_FAULT in statuses:
            return 3
        return 0 if statuses <= {Status.PASSED, Status.DEFERRED} else 1

    def to_dict(self) -> dict[str, Any]:
        """As plain data, sums included."""
        data = asdict(self)
        data["checks"] = [{**asdict(check), "status": check.status.value} for check in self.checks]
        data["notes"] = list(self.notes)
        sums = {"points": self.points, "max_points": self.max_points, "deferred_points": self.deferred_points}
        return {"schema_version": data.pop("schema_version"), **sums, **data}

    def to_json(self, indent: int | None = None) -> str:
        """As JSON text, keys in a fixed order."""
        return json.dumps(self.to_dict(), indent=indent, ensure_ascii=False, allow_nan=False)

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Report:
        """Reads what to_dict wrote; raises ValueError on another schema version."""
        if data.get("schema_version") != SCHEMA_VERSION:
            raise ValueError(f"a report of schema version {data.get('schema_version')}, not {SCHEMA_VERSION}")
        names = CheckResult.__dataclass_fields__
        return cls(
            unit=data["unit"],
            submission=data["submission"],
            checks=tuple(
                CheckResult(**{**{k: v for k, v in c.items() if k in names}, "status": Status(c["status"])})
                for c in data["checks"]
            ),
            environment=Environment(**data["environment"]),
            notes=tuple(data.get("notes", ())),
        )
