"""The class's folder and its nbgrader_config.py."""

from __future__ import annotations

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
    """Puts our two steps into nbgrader's pipelines; all else stays nbgrader's default."""
    from nbgrader.converters import Autograde

    from course.classroom.preprocessors import GradeInSandbox, RepairNotebook

    c.Autograde.sanitize_preprocessors = [RepairNotebook, *Autograde.sanitize_preprocessors.default()]
    steps = Autograde.autograde_preprocessors.default()
    c.Autograde.autograde_preprocessors = [
        GradeInSandbox,
        *[step for step in steps if step.__name__ != "Execute"],
    ]
    c.ClearSolutions.code_stub = {"python": "raise NotImplementedError()"}
    c.OverwriteCells.add_missing_cells = True


def config_text(root: Path, course_id: str, exchange: Path) -> str:
    """The text of a new class's nbgrader_config.py."""
    return TEMPLATE.format(course_id=course_id, root=str(root), exchange=str(exchange))


def load_config(root: Path) -> Any:
    """The traitlets configuration of a class's folder."""
    from traitlets.config import PyFileConfigLoader

    return PyFileConfigLoader("nbgrader_config.py", path=str(root)).load_config()
