"""A student's submission folder to a notebook that can be graded, or one sentence why not.

Everything in the folder is a stranger's: files are opened without following links, sizes are
capped, and nothing but the unit's own notebook (or script) is read.
"""

from __future__ import annotations

import json
import os
import re
import stat
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from course.catalog import Unit
from course.classroom.repair import repair
from course.classroom.scripts import script_cells
from course.errors import SubmissionError
from course.sandbox.output import printable
from course.source import Submission, parse_submission, read_bytes

IGNORED = (".ipynb_checkpoints", "__pycache__")
NBGRADERS = ("timestamp.txt", "submission_secret.txt")  # written by nbgrader when a student submits
MAX_NAMED = 5  # foreign files that are named one by one
MAX_SMALL = 1000  # bytes
YEARS = range(2000, 2101)
BROKEN = "This submission broke our intake; it was not graded."


@dataclass(frozen=True)
class Intake:
    """What came from one student: a repaired notebook, or the problem; and remarks."""

    student: str
    notebook: dict[str, Any]
    submission: Submission  # the notebook as the grader reads it
    problem: str | None = None
    notes: tuple[str, ...] = ()
    timestamp: str | None = None
    secret: str | None = None  # nbgrader's, by which a student's feedback is found
    fault: str | None = None  # our own trouble with it: nothing is graded, no mark is changed


def take_in(student: str, folder: Path, unit: Unit, released: dict[str, Any]) -> Intake:
    """Reads one submission. A problem comes with the released notebook, which earns nothing.

    Whatever is in the folder, there is a result: one submission must not stop the others.
    """
    empty = repair({"cells": released["cells"]}, released).notebook
    timestamp: str | None = None
    secret: str | None = None
    notes: list[str] = []
    try:
        timestamp, notes = read_timestamp(folder)
        secret = read_small(folder / "submission_secret.txt")
        name, foreign = find_notebook(folder, unit)
        repaired = repair(read_notebook(folder / name, unit), released)
        submission = grading_copy(unit, repaired.notebook)
    except (SubmissionError, OSError) as error:
        text = error.strerror if isinstance(error, OSError) else str(error)
        text = printable(str(text).replace(f"{folder}{os.sep}", ""))
        said = (f"Your submission could not be read. {text}", *notes)
        return Intake(student, empty, grading_copy(unit, empty), text, said, timestamp, secret)
    except Exception as error:
        fault = f"{type(error).__name__}: {error}"
        return Intake(student, empty, grading_copy(unit, empty), BROKEN, (), timestamp, secret, fault)
    notes = [printable(note) for note in (*repaired.notes, *notes, *foreign_notes(name, foreign, unit))]
    return Intake(student, repaired.notebook, submission, None, tuple(notes), timestamp, secret)


def grading_copy(unit: Unit, notebook: dict[str, Any]) -> Submission:
    """The submission that a (repaired) notebook is."""
    return parse_submission(f"{unit.name}.ipynb", json.dumps(notebook).encode())


def find_notebook(folder: Path, unit: Unit) -> tuple[str, list[str]]:
    """The name of the file to grade, and the names of the others; raises SubmissionError."""
    names = sorted(entry.name for entry in os.scandir(folder) if entry.name not in IGNORED)
    names = [name for name in names if name not in NBGRADERS]
    wanted = [f"{unit.name}.ipynb", f"{unit.name}.py"]
    others = [name for name in names if name.endswith(".ipynb") and name not in wanted]
    found = next((name for name in wanted if name in names), others[0] if len(others) == 1 else None)
    if found is not None:
        return found, [name for name in names if name != found]
    if others:
        raise SubmissionError(f"{wanted[0]} is missing, and there are {len(others)} other notebooks.")
    raise SubmissionError(f"{wanted[0]} is missing.")


def foreign_notes(name: str, foreign: list[str], unit: Unit) -> list[str]:
    """One line for each file that is not read, the first few by name."""
    notes = [f"{other} was handed in too; it is not read." for other in foreign[:MAX_NAMED]]
    if len(foreign) > MAX_NAMED:
        notes.append(f"{len(foreign) - MAX_NAMED} more files were handed in; they are not read.")
    if not name.startswith(f"{unit.name}."):
        notes.insert(0, f"{name} was read as {unit.name}.ipynb.")
    return notes


def read_notebook(path: Path, unit: Unit) -> dict[str, Any]:
    """The notebook of a file, which must be a plain file of the student's; a script is put into cells."""
    facts = os.lstat(path)
    if stat.S_ISLNK(facts.st_mode):
        raise SubmissionError(f"{path.name}: is a symbolic link; hand in the file itself.")
    if not stat.S_ISREG(facts.st_mode):
        raise SubmissionError(f"{path.name}: is not a regular file.")
    if facts.st_nlink > 1:
        raise SubmissionError(f"{path.name}: is a hard link to another file.")
    data = read_bytes(path)
    submission = parse_submission(path.name, data)  # says what is wrong with it, in one sentence
    if path.suffix == ".ipynb":
        found: dict[str, Any] = json.loads(data.decode("utf-8-sig"))
        return found
    return script_cells(unit, submission.program.text)


def read_timestamp(folder: Path) -> tuple[str | None, list[str]]:
    """The text of timestamp.txt if it is a time, and remarks.

    nbgrader stops at one that is none, so it goes no further than here.
    """
    path = folder / "timestamp.txt"
    if not os.path.lexists(path):
        return None, []
    text = read_small(path)
    if text is not None and is_time(text):
        return text, []
    return None, ["timestamp.txt holds no time; it is not used."]


def read_small(path: Path) -> str | None:
    """The text of a small plain file; None if it is anything else."""
    try:
        facts = os.lstat(path)
        if stat.S_ISREG(facts.st_mode) and facts.st_nlink == 1 and facts.st_size <= MAX_SMALL:
            return read_bytes(path).decode("utf-8").strip()
    except (OSError, UnicodeDecodeError, SubmissionError):
        return None
    return None


def is_time(text: str) -> bool:
    """Whether nbgrader can read a time stamp, and it lies in this century."""
    from nbgrader.utils import parse_utc

    if not re.fullmatch(r"[\w:.,+\-/ ]{8,60}", text):
        return False
    try:
        return parse_utc(text).year in YEARS
    except (ValueError, OverflowError, TypeError, AttributeError):
        return False
