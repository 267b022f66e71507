"""What we keep in a class's folder, beside nbgrader's own.

    .course/seed              the class's secret seed
    .course/reports/          reports by the hash of all that they depend on
    .course/faulty/           reports with a broken check of ours: shown, but made again next time
    .course/latest/UNIT/      for each student the report that the gradebook's marks come from
    .course/prepared/         repaired notebooks, on their way to nbgrader
    .course/fed/UNIT/         for each student what nbgrader has taken already

Every file is written whole or not at all, so a run may be killed at any moment.
"""

from __future__ import annotations

import contextlib
import json
import os
import secrets
import tempfile
from dataclasses import asdict, dataclass
from pathlib import Path

from course.report import Report, Status

STATE = ".course"
PART = ".part-"  # what a file is called before it is whole


@dataclass(frozen=True)
class Latest:
    """Where a student's marks come from: a report's key, and what was said about the files."""

    student: str
    report: str
    problem: str | None = None
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class ClassFolder:
    """A class's folder, as far as we keep anything in it."""

    root: Path

    @property
    def state(self) -> Path:
        """Our own folder."""
        return self.root / STATE

    @property
    def reports(self) -> Path:
        """Kept reports, one file per content hash."""
        return self.state / "reports"

    @property
    def faulty(self) -> Path:
        """Reports that are only shown."""
        return self.state / "faulty"

    @property
    def prepared(self) -> Path:
        """Repaired notebooks, in nbgrader's order: student, unit."""
        return self.state / "prepared"

    def fed(self, unit: str, student: str) -> Path:
        """The hash of what nbgrader has taken from a student."""
        return self.state / "fed" / unit / f"{student}.txt"

    def seed(self) -> int:
        """The class's secret seed, drawn once: all students meet the same hidden inputs."""
        path = self.state / "seed"
        with contextlib.suppress(OSError, ValueError):
            return int(path.read_text())
        write_once(path, str(secrets.randbits(48)))
        return int(path.read_text())

    def keep_latest(self, unit: str, latest: Latest) -> None:
        """Notes which report a student's marks come from."""
        path = self.state / "latest" / unit / f"{latest.student}.json"
        write_atomic(path, json.dumps(asdict(latest)))

    def latest(self, unit: str) -> dict[str, Latest]:
        """For each student that was marked, where the marks come from."""
        found = {}
        for path in sorted((self.state / "latest" / unit).glob("*.json")):
            with contextlib.suppress(OSError, ValueError, KeyError, TypeError):
                data = json.loads(path.read_text(encoding="utf-8"))
                latest = Latest(data["student"], data["report"], data["problem"], tuple(data["notes"]))
                found[latest.student] = latest
        return found

    def report_of(self, latest: Latest) -> Report | None:
        """The report that a student's marks come from; None if it was deleted."""
        return read_report(self.reports / f"{latest.report}.json") or read_report(
            self.faulty / f"{latest.report}.json"
        )

    def sweep(self) -> None:
        """Removes halves of files that killed runs left behind."""
        for folder in (self.reports, self.faulty, self.state / "fed", self.state / "latest", self.prepared):
            for path in folder.rglob(f"{PART}*"):
                with contextlib.suppress(OSError):
                    path.unlink()


def read_report(path: Path) -> Report | None:
    """A report from a file, None if there is none that can be read."""
    try:
        return Report.from_dict(json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError, KeyError, TypeError):
        return None


def stored_report(folder: ClassFolder, key: str) -> Report | None:
    """A kept report, None if there is none that can be used.

    One that had to defer checks is of no use on a machine that could run them.
    """
    report = read_report(folder.reports / f"{key}.json")
    return None if report is not None and report.deferred_points and has_gpu() else report


def has_gpu() -> bool:
    """Whether checks that need CUDA can run here; torch is imported only where a driver is."""
    if not Path("/dev/nvidiactl").exists():
        return False
    import torch

    return torch.cuda.is_available()


def store_report(folder: ClassFolder, key: str, report: Report) -> None:
    """Keeps a report. One with a broken check of ours is kept for show only, and made again."""
    broken = any(check.status is Status.GRADER_FAULT for check in report.checks)
    write_atomic((folder.faulty if broken else folder.reports) / f"{key}.json", report.to_json())


def write_once(path: Path, text: str) -> None:
    """Writes a file unless it is there; safe when two processes try."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile("w", dir=path.parent, prefix=PART) as file:  # private from the start
        file.write(text)
        file.flush()
        with contextlib.suppress(FileExistsError):
            os.link(file.name, path)


def write_atomic(path: Path, text: str) -> None:
    """Writes a file whole or not at all, also when the process is killed."""
    path.parent.mkdir(parents=True, exist_ok=True)
    descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=PART)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    os.replace(name, path)
