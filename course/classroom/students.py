"""A student's side of a class: fetch, submit and feedback over nbgrader's exchange.

Everything is as nbgrader's own configuration says: course id, exchange, folders, a plugin in place
of the file system. Whether there is a class at all is found without importing nbgrader, which takes
seconds: an `nbgrader_config` that names a course id, here or in one of Jupyter's folders.
"""

from __future__ import annotations

import os
import re
import shutil
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from course.catalog import Unit
from course.classroom.returned import Returned, read_page
from course.errors import InternalError, UsageError
from course.exchange import Receipt
from course.workspace import sha256_of

NAMES_A_COURSE = re.compile(r"^[^#\n]*\bcourse_id\b", re.MULTILINE)
MAX_CONFIG = 2**20  # bytes


@dataclass(frozen=True)
class Marks:
    """Released marks: when that work was handed in (nbgrader's words), and its feedback page."""

    time: str
    page: Path
    returned: Returned


def config_folders(here: Path) -> list[Path]:
    """Where nbgrader looks for its configuration, first to last."""
    from jupyter_core.paths import jupyter_config_path

    return [here, *map(Path, jupyter_config_path())]


def class_config(here: Path | None = None) -> Path | None:
    """The nbgrader configuration that names a course id; None where nobody is in a class."""
    for folder in config_folders(here or Path.cwd()):
        for path in (folder / "nbgrader_config.py", folder / "nbgrader_config.json"):
            try:
                with open(path, encoding="utf-8", errors="replace") as file:
                    if NAMES_A_COURSE.search(file.read(MAX_CONFIG)):
                        return path
            except OSError:
                continue
    return None


def find_class(here: Path | None = None) -> ClassExchange | None:
    """The exchange of the class that nbgrader is configured for; None for self-study."""
    path = class_config(here)
    if path is None:
        return None
    found = ClassExchange(load_config(here or Path.cwd()), path)
    return found if found.course_id else None


def load_config(here: Path) -> Any:
    """nbgrader's configuration, as nbgrader itself would load it in this folder."""
    from traitlets.config import Application

    app = Application(raise_config_file_errors=True, log_level=50)
    try:
        app.load_config_file("nbgrader_config", path=[str(path) for path in config_folders(here)])
        root = app.config.CourseDirectory.get("root")
        if isinstance(root, str) and Path(root) != here:
            app.load_config_file("nbgrader_config", path=[root])
    except Exception as error:  # the file is code, and may do anything
        raise UsageError(
            f"nbgrader's configuration cannot be loaded: {type(error).__name__}: {error}."
        ) from error
    return app.config


class ClassExchange:
    """nbgrader's exchange for one student. Raises UsageError, one sentence, for what it refuses."""

    def __init__(self, config: Any, source: Path) -> None:
        from nbgrader.auth import Authenticator
        from nbgrader.coursedir import CourseDirectory
        from nbgrader.exchange import ExchangeFactory

        self.config = config
        self.source = source
        self.course_id = str(CourseDirectory(config=config).course_id)
        self.authenticator = Authenticator(config=config)
        self.factory = ExchangeFactory(config=config)

    def fetch(self, unit: Unit, to: Path | None = None) -> tuple[Path, bool]:
        """Gets the released notebook; what is there already is left alone.

        Returns its path and whether it was written.
        """
        step = self._step("FetchAssignment", unit, to, replace_missing_files=True)
        notebook = self._folder(step, unit) / f"{unit.name}.ipynb"
        existed = os.path.lexists(notebook)
        self._start(step, unit)
        if not notebook.is_file():
            raise UsageError(f"{unit.name} was fetched from {self.course_id}, but holds no {notebook.name}.")
        return notebook, not existed

    def submit(self, unit: Unit, name: str, data: bytes) -> Receipt:
        """Hands in a notebook, or a script as a notebook; only that file goes."""
        sent = data if name.endswith(".ipynb") else self.as_notebook(unit, data)
        with tempfile.TemporaryDirectory(prefix="course-submit-") as stage:
            step = self._step("Submit", unit, Path(stage))
            folder = self._folder(step, unit)
            folder.mkdir(parents=True)
            folder.chmod(
                0o700
            )  # nbgrader copies the mode to its cache, where the key to the feedback lies too
            (folder / f"{unit.name}.ipynb").write_bytes(sent)
            self._start(step, unit)
            place = self._place(step, unit, sent)
        converted = None if sent is data else sha256_of(sent)
        return Receipt(
            unit.name, name, len(data), sha256_of(data), iso_time(step.timestamp), place,
            course_id=self.course_id, sent_sha256=converted,
        )  # fmt: skip

    def as_notebook(self, unit: Unit, data: bytes) -> bytes:
        """A script as the class's notebook: its cells in the released one's."""
        from course.classroom.repair import repair
        from course.classroom.scripts import script_cells
        from course.notebooks import to_json
        from course.source import decode, read_bytes

        cells = script_cells(unit, decode(f"{unit.name}.py", data))
        with tempfile.TemporaryDirectory(prefix="course-released-") as folder:
            released, _ = self.fetch(unit, Path(folder))
            notebook = repair(cells, load_notebook(read_bytes(released))).notebook
        return to_json(notebook).encode()

    def submissions(self, unit: Unit) -> list[str]:
        """The times of what this student has handed in from here, oldest first, in nbgrader's words."""
        found = self._start(self._step("List", unit, cached=True), unit)
        return sorted(str(one["timestamp"]) for entry in found for one in entry.get("submissions", ()))

    def marks(self, unit: Unit) -> Marks | None:
        """The newest released feedback; None if there is none yet."""
        step = self._step("FetchFeedback", unit)
        try:
            self._start(step, unit)
        except UsageError:
            if not self._is_there(step):
                raise  # the exchange is at fault; else nothing of this course has feedback yet
        pages = list((self._folder(step, unit) / "feedback").glob(f"*/{unit.name}.html"))
        if not pages:
            return None
        page = max(pages, key=lambda path: iso_time(path.parent.name))
        try:
            return Marks(page.parent.name, page, read_page(page.read_text(encoding="utf-8")))
        except UsageError as error:
            raise UsageError(f"{page}: {error}") from error

    def _step(self, name: str, unit: Unit, folder: Path | None = None, **options: Any) -> Any:
        """One of nbgrader's exchange actions on this unit."""
        from nbgrader.coursedir import CourseDirectory

        if folder is not None:
            options["assignment_dir"] = str(folder)
        coursedir = CourseDirectory(config=self.config, assignment_id=unit.name)
        return getattr(self.factory, name)(
            coursedir=coursedir, authenticator=self.authenticator, parent=self.factory, **options
        )

    def _folder(self, step: Any, unit: Unit) -> Path:
        """Where nbgrader has the unit's files on the student's side."""
        base = Path(step.assignment_dir)
        return (
            base / self.course_id / unit.name
            if getattr(step, "path_includes_course", False)
            else base / unit.name
        )

    def _start(self, step: Any, unit: Unit) -> Any:
        from nbgrader.exchange import ExchangeError

        try:
            return step.start()
        except (ExchangeError, OSError, RuntimeError) as error:
            raise UsageError(self._reason(step, unit, error)) from error

    def _is_there(self, step: Any) -> bool:
        """Whether the exchange and the course in it exist; a plugin's must be asked to know."""
        root = getattr(step, "root", None)
        return not root or os.path.isdir(os.path.join(root, self.course_id))

    def _reason(self, step: Any, unit: Unit, error: Exception) -> str:
        """Why the exchange refused, in one sentence that says what to do."""
        root = getattr(step, "root", None)
        if root and not os.path.isdir(root):
            return f"nbgrader's exchange {root} is not there; ask your instructor (it is named in {self.source})."
        if not self._is_there(step):
            return f"there is no course {self.course_id!r} in the exchange {root}; {self.source} names it."
        if root and not os.path.isdir(os.path.join(root, self.course_id, "outbound", unit.name)):
            return f"{unit.name} is not released in the course {self.course_id!r} yet."
        if isinstance(error, shutil.Error):
            return f"the exchange of {self.course_id!r}: some files could not be copied."
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        return f"the exchange of {self.course_id!r}: {reason.rstrip('.')}."

    def _place(self, step: Any, unit: Unit, sent: bytes) -> str:
        """Where the submission lies; raises InternalError if it is not there as it was sent.

        The random end of the folder's name is left out: it keeps others from finding the folder.
        """
        inbound, name = getattr(step, "inbound_path", None), getattr(step, "assignment_filename", None)
        if not inbound or not name:
            return f"the exchange of {self.course_id}"
        try:
            arrived = (Path(inbound) / name / f"{unit.name}.ipynb").read_bytes()
        except OSError:
            arrived = b""
        if arrived != sent:
            raise InternalError(
                "the exchange took the submission, but it is not there as it was sent; submit again."
            )
        return f"{inbound}/{'+'.join(name.split('+')[:3])}"


def load_notebook(data: bytes) -> dict[str, Any]:
    """A released notebook as plain data."""
    import json

    found: dict[str, Any] = json.loads(data)
    return found


def iso_time(text: str) -> str:
    """nbgrader's words for a time as ISO 8601 in UTC; as they are if they say no time."""
    from nbgrader.utils import parse_utc

    try:
        return f"{parse_utc(text):%Y-%m-%dT%H:%M:%S.%f}"[:-3] + "Z"
    except (ValueError, OverflowError, TypeError):
        return text


def manual_cells(marks: Marks) -> Iterator[tuple[str, float, float, str]]:
    """What a person marks: question, points, maximum, comment."""
    returned = marks.returned
    for id, (points, most) in returned.cells.items():
        if id.startswith("q_"):
            yield id.removeprefix("q_"), points, most, returned.comments.get(id, "")
