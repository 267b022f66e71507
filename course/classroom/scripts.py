"""A script handed in where a notebook is expected: its cells under the notebook's marks."""

from __future__ import annotations

from typing import Any

from course.catalog import Unit
from course.notebooks import script_to_notebook, task_id


def script_cells(unit: Unit, text: str) -> dict[str, Any]:
    """The cells of a percent script; a cell with a task's name gets the mark of the task's cell."""
    notebook = script_to_notebook(text)
    for cell in notebook["cells"]:
        task = cell["metadata"].get("task")
        if task in unit.tasks:
            cell["metadata"]["nbgrader"] = {"grade_id": task_id(task)}
    return notebook
