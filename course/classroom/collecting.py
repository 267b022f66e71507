"""nbgrader's collect, with a guard around each student.

nbgrader copies what lies in the exchange as it stands: it follows links with the instructor's
rights, waits for ever at a FIFO, and stops for everybody at the first folder that it cannot copy. Here a
submission is copied first to one side, plain files only, and takes the old one's place when it is
whole. One that cannot be copied is named, and the others are collected.
"""

from __future__ import annotations

import os
import pwd
import stat
import tempfile
from datetime import datetime
from pathlib import Path
from typing import Any

from nbgrader.exchange import ExchangeError
from nbgrader.exchange.default import ExchangeCollect
from nbgrader.utils import parse_utc

from course.classroom.intake import read_timestamp
from course.errors import SubmissionError
from course.sandbox.output import printable
from course.source import MAX_BYTES, read_bytes

MAX_FILES = 1000
MAX_TOTAL = 2 * MAX_BYTES


class GuardedCollect(ExchangeCollect):  # type: ignore[misc]
    """Collects every student's newest submission that can be copied."""

    def _path_to_record(self, path: str) -> dict[str, Any]:
        """Who and when, from a folder's name; names that say neither are put aside."""
        try:
            record: dict[str, Any] = super()._path_to_record(path)
            if record["username"] and record["timestamp"] is not None:
                return record
        except (ExchangeError, ValueError, OverflowError, TypeError, AttributeError):
            pass
        return {"username": "", "filename": os.path.basename(path), "timestamp": datetime.min}

    def _sort_by_timestamp(self, records: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """A student's submissions, newest first; those that somebody else put there are left out."""
        own = [record for record in records if self._is_own(record)]
        found: list[dict[str, Any]] = super()._sort_by_timestamp(own or records)
        return found

    def _is_own(self, record: dict[str, Any]) -> bool:
        """False if the folder belongs to another student. On a hub, all may belong to one user."""
        if not self.check_owner:
            return True
        owner = self._owner(record)
        return owner == record["username"] or owner not in self._names()

    def _owner(self, record: dict[str, Any]) -> str | None:
        try:
            return pwd.getpwuid(os.lstat(os.path.join(self.inbound_path, record["filename"])).st_uid).pw_name
        except (OSError, KeyError):
            return None

    def _names(self) -> set[str]:
        """Everybody in whose name something was handed in."""
        return {name.split("+", 1)[0] for name in os.listdir(self.inbound_path)}

    def copy_files(self) -> None:
        """Copies one student after the other; raises ExchangeError at the end if some could not be."""
        problems = []
        for record in self.src_records:
            student = printable(record["username"] or record["filename"])
            try:
                self._collect_one(record)
            except Exception as error:
                reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
                problems.append(f"{student}: {printable(reason)}")
                self.log.error("%s was not collected: %s", student, printable(reason))
        if problems:
            raise ExchangeError(f"{len(problems)} not collected, all others were: {'; '.join(problems)}")

    def _collect_one(self, record: dict[str, Any]) -> None:
        if not record["username"]:
            raise ExchangeError("the folder's name is not one that nbgrader gives")
        if not self._is_own(record):
            raise ExchangeError(f"it belongs to {self._owner(record)}; was it handed in for somebody else?")
        student, filename = record["username"], record["filename"]
        target = Path(
            self.coursedir.format_path(
                self.coursedir.submitted_directory, student, self.coursedir.assignment_id
            )
        )
        old = time_of(target) if target.is_dir() else None
        if target.is_dir() and not self._is_news(old, record["timestamp"]):
            self.log.info("Nothing newer of %s", student)
            return
        target.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=target.parent, prefix=".part-") as part:
            fresh, aside = Path(part) / "fresh", Path(part) / "aside"
            for left_out in copy_plain(Path(self.inbound_path) / filename, fresh):
                self.log.warning("%s: %s was left out", student, left_out)
            stamp = fresh / "timestamp.txt"
            if time_of(fresh) != record["timestamp"]:
                stamp.unlink(missing_ok=True)  # the folder's name is what nbgrader goes by
                stamp.write_text(f"{record['timestamp']} UTC")
            if target.is_dir():
                os.rename(target, aside)
            os.rename(fresh, target)
        self.log.info("Collected %s", student)

    def _is_news(self, old: datetime | None, new: datetime) -> bool:
        """Whether a collected submission is to be replaced, by nbgrader's two options."""
        if self.update and (old is None or new > old):
            return True
        return bool(self.before_duedate and old != new)


def time_of(folder: Path) -> datetime | None:
    """When a collected submission was handed in, in UTC; None if it does not say."""
    text, _ = read_timestamp(folder)
    found: datetime | None = parse_utc(text)
    return found


def copy_plain(source: Path, target: Path) -> list[str]:
    """Copies the plain files of a folder; links, FIFOs and the like are left out and named.

    Raises SubmissionError for what is too much, OSError for what cannot be read.
    """
    if not stat.S_ISDIR(os.lstat(source).st_mode):
        raise SubmissionError("it is not a folder.")
    left_out: list[str] = []
    files = total = 0
    target.mkdir()
    pending = [(source, target)]
    while pending:
        here, there = pending.pop()
        for entry in sorted(os.scandir(here), key=lambda found: found.name):
            kind = os.lstat(entry.path).st_mode
            files += 1
            if files > MAX_FILES:
                raise SubmissionError(f"it holds more than {MAX_FILES} files.")
            if stat.S_ISDIR(kind):
                (there / entry.name).mkdir()
                pending.append((Path(entry.path), there / entry.name))
            elif stat.S_ISREG(kind):
                data = read_bytes(Path(entry.path))
                total += len(data)
                if total > MAX_TOTAL:
                    raise SubmissionError(f"it holds more than {MAX_TOTAL // 2**20} MiB.")
                (there / entry.name).write_bytes(data)
            else:
                left_out.append(f"{printable(entry.name)} (not a plain file)")
    return left_out
