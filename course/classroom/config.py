"""The class's folder and its nbgrader_config.py."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any

TEMPLATE = """# nbgrader's configuration of this class. Everything in it is nbgrader's own; see its documentation.
from course.classroom.config import configure

c = get_config()  # noqa: F821 - given by nbgrader

c.CourseDirectory.course_id = {course_id!r}
c.CourseDirectory.root = {root!r}
c.Exchange.root = {exchange!r}

# Grades in the course's sandbox instead of a notebook kernel.
configure(c)
"""


def configure(c: Any) -> None:
    """Puts our steps into nbgrader's pipelines; all else stays nbgrader's default or the instructor's own."""
    from nbgrader.converters import Autograde

    from course.classroom.pages import safe_markdown
    from course.classroom.preprocessors import GradeInSandbox, RepairNotebook, only_plain_files

    c.Autograde.sanitize_preprocessors = [RepairNotebook, *Autograde.sanitize_preprocessors.default()]
    steps = Autograde.autograde_preprocessors.default()
    c.Autograde.autograde_preprocessors = [
        GradeInSandbox,
        *[step for step in steps if step.__name__ != "Execute"],
    ]
    if "pre_convert_hook" not in c.Autograde:
        c.Autograde.pre_convert_hook = only_plain_files
    c.ClearSolutions.code_stub = {"python": "raise NotImplementedError()"}
    c.OverwriteCells.add_missing_cells = True
    c.HTMLExporter.filters = {"markdown2html": safe_markdown}
    if "collect" not in c.ExchangeFactory:
        from course.classroom.collecting import GuardedCollect

        c.ExchangeFactory.collect = GuardedCollect
    quiet()


def quiet() -> None:
    """Keeps warnings that nbgrader's own code causes in SQLAlchemy from the instructor, who cannot help it."""
    from sqlalchemy.exc import SAWarning

    warnings.filterwarnings("ignore", category=SAWarning)


def config_text(root: Path, course_id: str, exchange: Path) -> str:
    """The text of a new class's nbgrader_config.py."""
    return TEMPLATE.format(course_id=course_id, root=str(root), exchange=str(exchange))


def load_config(root: Path) -> Any:
    """The traitlets configuration of a class's folder."""
    from traitlets.config.loader import PyFileConfigLoader

    return PyFileConfigLoader("nbgrader_config.py", path=str(root)).load_config()
