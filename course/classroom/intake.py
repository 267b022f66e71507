"""A student's submission folder to a notebook that can be graded, or one sentence why not.

Everything in the folder is a stranger's: files are opened without following links, sizes are
capped, and nothing but the unit's own notebook (or script) is read.
"""

from __future__ import annotations

import json
import os
import stat
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from course.catalog import Unit
from course.classroom.repair import repair
from course.errors import SubmissionError
from course.source import parse_submission, read_bytes

IGNORED = (".ipynb_checkpoints", "__pycache__")


@dataclass(frozen=True)
class Intake:
    """What came from one student: a repaired notebook, or the problem; and remarks."""

    student: str
    notebook: dict[str, Any]
    problem: str | None = None
    notes: tuple[str, ...] = ()
    timestamp: str | None = None
    foreign: tuple[str, ...] = field(default=())


def take_in(student: str, folder: Path, unit: Unit, released: dict[str, Any]) -> Intake:
    """Reads one submission. A problem comes with the released notebook, which earns nothing."""
    timestamp = read_timestamp(folder)
    try:
        name, foreign = find_notebook(folder, unit)
        submitted = read_notebook(folder / name, unit)
    except SubmissionError as error:
        text = str(error).replace(f"{folder}{os.sep}", "")
        empty = repair({"cells": released["cells"]}, released)
        return Intake(
            student, empty.notebook, text, (f"Your submission could not be read. {text}",), timestamp
        )
    repaired = repair(submitted, released)
    notes = [*repaired.notes, *(f"{f} was handed in too; it is not read." for f in foreign[:5])]
    return Intake(student, repaired.notebook, None, tuple(notes), timestamp, tuple(foreign))


def find_notebook(folder: Path, unit: Unit) -> tuple[str, list[str]]:
    """The name of the file to grade, and the names of the others; raises SubmissionError."""
    names = sorted(entry.name for entry in os.scandir(folder) if entry.name not in IGNORED)
    wanted = f"{unit.name}.ipynb"
    foreign = [name for name in names if name not in (wanted, "timestamp.txt", f"{unit.name}.py")]
    if wanted in names:
        return wanted, foreign
    if f"{unit.name}.py" in names:
        return f"{unit.name}.py", foreign
    others = [name for name in foreign if name.endswith(".ipynb")]
    if len(others) == 1:
        return others[0], [name for name in foreign if name != others[0]]
    if others:
        raise SubmissionError(f"{wanted} is missing, and there are {len(others)} other notebooks.")
    raise SubmissionError(f"{wanted} is missing.")


def read_notebook(path: Path, unit: Unit) -> dict[str, Any]:
    """The notebook of a file, which must be a plain file of the student's; a script is put into cells."""
    facts = os.lstat(path)
    if not stat.S_ISREG(facts.st_mode):
        raise SubmissionError(f"{path.name}: is not a regular file.")
    if facts.st_nlink > 1:
        raise SubmissionError(f"{path.name}: is a hard link to another file.")
    data = read_bytes(path)
    submission = parse_submission(path.name, data)  # says what is wrong with it, in one sentence
    if path.suffix == ".ipynb":
        found: dict[str, Any] = json.loads(data.decode("utf-8-sig"))
        return found
    from course.classroom.scripts import script_cells

    return script_cells(unit, submission.program.text)


def read_timestamp(folder: Path) -> str | None:
    """The text of timestamp.txt, if it is a small file."""
    path = folder / "timestamp.txt"
    try:
        if stat.S_ISREG(os.lstat(path).st_mode) and path.stat().st_size < 200:
            return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return None
    return None
