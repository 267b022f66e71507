"""Where submissions go, and where marks come from.

The local folder here serves self-study, and keeps a copy of what is handed in to a class; the class's
own exchange, nbgrader's, is in classroom/students.py. A submission is frozen: a copy of the bytes and a receipt, in a folder
that is made in one step and never written again, but for the report that marks it.

    .course/submissions/01_tensors/20260101T120000.123Z-1f2e3d4c/
        01_tensors.py      the file as it was
        receipt.json       time, size, sha256, place
        report.json        the marks, once they are there
"""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path

from course import __version__
from course.catalog import Unit
from course.errors import UsageError
from course.report import Report
from course.workspace import sha256_of, shown, write_atomically

FORMAT_VERSION = 1


@dataclass(frozen=True)
class Receipt:
    """What was submitted, when (UTC) and to where."""

    unit: str
    file: str
    size: int
    sha256: str
    time: str
    place: str
    course: str = __version__
    format_version: int = FORMAT_VERSION
    course_id: str | None = None  # nbgrader's, in a class
    sent_sha256: str | None = None  # of the notebook that a script was handed in as


@dataclass(frozen=True)
class Submitted:
    """A frozen submission: its folder and its receipt."""

    folder: Path
    receipt: Receipt

    @property
    def file(self) -> Path:
        """The frozen copy."""
        return self.folder / self.receipt.file


class LocalExchange:
    """Submissions in a folder of the student's own; marks made on the same machine."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def submit(self, unit: Unit, name: str, data: bytes) -> Submitted:
        """Freezes the bytes; never writes over an earlier submission."""
        return self._freeze(unit, name, data, None)

    def keep(self, unit: Unit, data: bytes, receipt: Receipt) -> Submitted:
        """Freezes what was handed in elsewhere, with the receipt from there."""
        return self._freeze(unit, receipt.file, data, receipt)

    def _freeze(self, unit: Unit, name: str, data: bytes, receipt: Receipt | None) -> Submitted:
        base = self.folder / unit.name
        digest = sha256_of(data)
        try:
            base.mkdir(parents=True, exist_ok=True)
            made = Path(tempfile.mkdtemp(prefix=".new-", dir=base))
        except OSError as error:
            raise UsageError(f"{shown(base)}: cannot be written: {error.strerror}.") from error
        try:
            while True:
                moment = datetime.now(UTC)  # to the millisecond, so that names sort as they were made
                stamp = f"{moment:%Y%m%dT%H%M%S}.{moment.microsecond // 1000:03}Z"
                target = base / f"{stamp}-{digest[:8]}"
                written = receipt or Receipt(
                    unit.name, name, len(data), digest, f"{moment:%Y-%m-%dT%H:%M:%SZ}", shown(target)
                )
                freeze(made / name, data)
                freeze(made / "receipt.json", (json.dumps(asdict(written), indent=1) + "\n").encode())
                if not any(base.glob(f"{stamp}-*")):
                    os.rename(made, target)
                    return Submitted(target, written)
        finally:
            shutil.rmtree(made, ignore_errors=True)

    def all(self, unit: Unit) -> list[Submitted]:
        """All submissions of a unit, oldest first."""
        found = []
        for folder in sorted((self.folder / unit.name).glob("[!.]*")):
            try:
                data = json.loads((folder / "receipt.json").read_text(encoding="utf-8"))
                found.append(Submitted(folder, Receipt(**data)))
            except (OSError, ValueError, TypeError):
                continue  # not a submission, or one of a later format
        return found

    def latest(self, unit: Unit) -> Submitted | None:
        """The last submission of a unit."""
        found = self.all(unit)
        return found[-1] if found else None

    def read(self, submitted: Submitted) -> bytes:
        """The frozen bytes; raises UsageError if they are not those of the receipt."""
        try:
            data = submitted.file.read_bytes()
        except OSError as error:
            raise UsageError(f"{shown(submitted.file)}: cannot be read: {error.strerror}.") from error
        if sha256_of(data) != submitted.receipt.sha256:
            raise UsageError(f"{shown(submitted.file)} was changed after it was submitted; submit again.")
        return data

    def report(self, submitted: Submitted) -> Report | None:
        """The marks of a submission, if they are there and can be read."""
        try:
            data = json.loads((submitted.folder / "report.json").read_text(encoding="utf-8"))
            return Report.from_dict(data)
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def keep_report(self, submitted: Submitted, report: Report) -> Path:
        """Stores the marks beside the submission."""
        path = submitted.folder / "report.json"
        write_atomically(path, (report.to_json(indent=1) + "\n").encode())
        return path


def freeze(path: Path, data: bytes) -> None:
    """Writes a file and takes the right to write to it away."""
    path.unlink(missing_ok=True)
    path.write_bytes(data)
    path.chmod(0o444)
