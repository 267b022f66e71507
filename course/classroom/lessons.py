"""Starting a class, and releasing its units."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from typing import Any

from course.catalog import Catalog, Unit
from course.classroom.config import config_text, load_config
from course.classroom.folder import ClassFolder, write_atomic
from course.errors import InternalError, UsageError
from course.notebooks import source_notebook, to_json
from course.plan import read_plan
from course.sandbox.output import printable

EXCEPTION = re.compile(r"^[\w.]+(Error|Exception): ")
COURSE_ID = re.compile(r"^[A-Za-z0-9][\w.-]*$")


def init_class(folder: Path, catalog: Catalog, course_id: str, exchange: Path | None) -> list[Path]:
    """Makes a complete nbgrader course folder; what is there already is left as it is.

    Returns the paths that were written. Raises UsageError on a course id that nbgrader cannot use.
    """
    if not COURSE_ID.match(course_id):
        raise UsageError(f"the course id {course_id!r} may hold letters, digits, '-', '_' and '.' only.")
    folder = folder.resolve()
    exchange = (exchange or folder / "exchange").resolve()
    written = []
    for path in (folder, exchange, folder / "source", folder / "release", folder / "submitted"):
        if not path.is_dir():
            path.mkdir(parents=True)
            written.append(path)
    if not os.access(exchange, os.W_OK):
        raise UsageError(f"the exchange {exchange} cannot be written.")
    if (exchange.stat().st_mode & 0o777) != 0o777 and exchange in written:
        exchange.chmod(0o777)  # nbgrader's own rule for an exchange shared by students
    config = folder / "nbgrader_config.py"
    if not config.exists():
        write_atomic(config, config_text(folder, course_id, exchange))
        written.append(config)
    ClassFolder(folder).seed()
    for unit in catalog:
        path = source_path(folder, unit)
        if not path.exists():
            write_source(folder, unit, gpu=False)
            written.append(path)
    return written


def source_path(folder: Path, unit: Unit) -> Path:
    """The source notebook of a unit in a class's folder."""
    return folder / "source" / unit.name / f"{unit.name}.ipynb"


def write_source(folder: Path, unit: Unit, gpu: bool) -> None:
    """Writes the unit's source notebook as the course has it today."""
    write_atomic(source_path(folder, unit), to_json(source_notebook(unit, read_plan(unit), gpu)))


def open_class(folder: Path) -> Any:
    """nbgrader's API on a class's folder; raises UsageError where there is no class, or no gradebook to be had."""
    if not (folder / "nbgrader_config.py").is_file():
        raise UsageError(f"{folder} is no class folder; make one with: course class init {folder}")
    from nbgrader.apps import NbGraderAPI
    from sqlalchemy.exc import SQLAlchemyError

    beside = str(
        Path(sys.executable).parent
    )  # nbgrader calls alembic by name, also outside of an activated venv
    if beside not in os.environ.get("PATH", "").split(os.pathsep):
        os.environ["PATH"] = os.pathsep.join((beside, os.environ.get("PATH", os.defpath)))
    config = load_config(folder)
    config.ExchangeReleaseAssignment.force = True  # releasing again replaces what students fetch
    api = NbGraderAPI(config=config)
    try:
        api.gradebook.close()
    except (ImportError, SQLAlchemyError) as error:  # no driver; no server, a locked or broken file
        why = str(getattr(error, "orig", None) or error).splitlines()[0]
        raise UsageError(
            f"the gradebook cannot be opened: {why}. nbgrader_config.py says where it is (c.CourseDirectory.db_url)."
        ) from error
    return api


def reason_of(result: dict[str, Any]) -> str:
    """nbgrader's reason in one line: the last of its error, without the exception's name, or of its log."""
    text = str(result.get("error") or result.get("log") or "")
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return printable(EXCEPTION.sub("", lines[-1])) if lines else "nbgrader gave no reason"


def demand(result: dict[str, Any], what: str) -> None:
    """Turns nbgrader's answer into an error of ours when it failed."""
    if not result.get("success"):
        raise InternalError(f"{what}: {reason_of(result)}")


def release(folder: Path, unit: Unit, gpu: bool = False, refresh: bool = False) -> Path:
    """Generates and releases a unit; returns the folder of the released notebook.

    `refresh` rewrites the source notebook from the course (an instructor's own changes to it are lost).
    """
    if refresh or gpu or not source_path(folder, unit).is_file():
        write_source(folder, unit, gpu)
    api = open_class(folder)
    demand(api.generate_assignment(unit.name), f"{unit.name} could not be generated")
    demand(api.release_assignment(unit.name), f"{unit.name} could not be released")
    return folder / "release" / unit.name


def collect(folder: Path, unit: Unit) -> str | None:
    """Collects the newest submissions from the exchange; the reason if some could not be."""
    result = open_class(folder).collect(unit.name)
    return None if result.get("success") else reason_of(result)


def give_feedback(folder: Path, unit: Unit) -> tuple[int, str | None]:
    """Writes and releases feedback pages, one student after the other.

    Returns the number of pages, and whose could not be written or released and why.
    """
    api = open_class(folder)
    problems, pages = [], 0
    for path in sorted((folder / "autograded").glob(f"*/{unit.name}/{unit.name}.ipynb")):
        student = path.parent.parent.name
        result = api.generate_feedback(unit.name, student, force=True)
        page = folder / "feedback" / student / unit.name / f"{unit.name}.html"
        if result.get("success") and page.is_file():
            pages += 1
        else:
            problems.append(f"{student}: {reason_of(result)}")
            continue
        if not (page.parent / "submission_secret.txt").is_file():
            continue  # was not handed in through an exchange: there is nowhere to release it to
        result = api.release_feedback(unit.name, student)
        if not result.get("success"):
            problems.append(f"{student}: {reason_of(result)}")
    return pages, "; ".join(problems) or None
