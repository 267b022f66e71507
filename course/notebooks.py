"""Notebooks from a unit's one source, and scripts from notebooks and back (jupytext).

A unit's notebook has the cells of its source; behind each task's cell stands one locked grade
cell, whose points are the sum of the task's checks, and at the end one manual cell for each
free-text question. A grade cell holds one line that students can run: it shows the visible
checks. No test, hidden or visible, stands in any notebook at any stage.
"""

from __future__ import annotations

import copy
import json
import re
from typing import Any

from course.catalog import Unit
from course.plan import UnitPlan
from course.stubs import MANUAL_STUB, stub_text

Notebook = dict[str, Any]
KERNEL = {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}
SCHEMA = 3  # of nbgrader's cell metadata


def source_notebook(unit: Unit, plan: UnitPlan, gpu: bool = False) -> Notebook:
    """What nbgrader calls the source: the reference between its solution marks.

    `gpu` counts the points of the checks that need CUDA, for a class that is graded on a GPU.
    """
    return _build(unit, plan, unit.solution.read_text(encoding="utf-8"), gpu)


def student_notebook(unit: Unit, plan: UnitPlan, text: str | None = None) -> Notebook:
    """The same notebook with stubs, for a self-studying person; `text` replaces the stub's."""
    if text is None:
        text = unit.exercise.read_text(encoding="utf-8") if unit.exercise.is_file() else stub_text(unit)
    return _build(unit, plan, text, gpu=False)


def _build(unit: Unit, plan: UnitPlan, text: str, gpu: bool) -> Notebook:
    notebook = script_to_notebook(text)
    cells: list[dict[str, Any]] = []
    for number, cell in enumerate(notebook["cells"]):
        task = cell["metadata"].get("task")
        cell["metadata"].pop("lines_to_next_cell", None)  # jupytext's, of the script's blank lines
        cell["id"] = f"{unit.short_name}-{number}"
        cells.append(cell)
        if task in unit.tasks:
            cell["id"] = cell_id(task)
            cell["metadata"]["nbgrader"] = mark(task_id(task), solution=True)
            cells.append(grade_cell(unit, plan, task, gpu))
    for question in unit.questions:
        cells.append(_markdown(f"q-{question.id}-text", f"## Explain\n\n{question.text}", {}))
        metadata = {
            "nbgrader": mark(
                f"q_{question.id}", grade=True, solution=True, points=question.points, kind="markdown"
            )
        }
        cells.append(_markdown(f"q-{question.id}", MANUAL_STUB, metadata))
    notebook["cells"] = cells
    notebook["metadata"] = {"kernelspec": dict(KERNEL), "language_info": {"name": "python"}}
    notebook.update(nbformat=4, nbformat_minor=5)
    return notebook


def task_points(plan: UnitPlan, task: str, gpu: bool) -> int:
    """The points of a task's grade cell: all its checks, those that need CUDA only with `gpu`.

    Where the hidden checks are not here (the wheel), their summary counts.
    """
    checks = [check for check in plan.checks if check.task == task and (gpu or not check.cuda)]
    unknown = task in plan.hidden and all(check.visible for check in plan.checks if check.task == task)
    return sum(check.points for check in checks) + (plan.hidden[task].points if unknown else 0)


def grade_cell(unit: Unit, plan: UnitPlan, task: str, gpu: bool) -> dict[str, Any]:
    """The locked cell behind a task."""
    points = task_points(plan, task, gpu)
    hidden = plan.hidden[task].checks if task in plan.hidden else 0
    source = (
        f"# {points} points. Run this cell to see the visible checks; {hidden} hidden ones wait for your submission.\n"
        f"import course.magic\n\ncourse.magic.check({f'{unit.short_name}.{task}'!r})"
    )
    return {
        "cell_type": "code",
        "id": cell_id(task, "grade"),
        "metadata": {
            "nbgrader": mark(grade_id(task), grade=True, locked=True, points=points),
            "tags": ["raises-exception"],  # Run All goes on behind a task that is not done yet
        },
        "execution_count": None,
        "outputs": [],
        "source": source,
    }


def task_id(task: str) -> str:
    """nbgrader's id of a task's solution cell."""
    return f"task_{task}"


def grade_id(task: str) -> str:
    """nbgrader's id of a task's grade cell."""
    return f"grade_{task}"


def cell_id(task: str, suffix: str = "task") -> str:
    """The notebook format's id of a cell: 64 characters at most."""
    return f"{re.sub(r'[^A-Za-z0-9-]', '-', task)[:50]}-{suffix}"


def mark(
    id: str,
    *,
    grade: bool = False,
    solution: bool = False,
    locked: bool = False,
    points: int = 0,
    kind: str = "code",
) -> dict[str, Any]:
    """nbgrader's metadata of one cell."""
    found: dict[str, Any] = {
        "grade": grade, "grade_id": id, "locked": locked, "schema_version": SCHEMA, "solution": solution,
        "task": False, "cell_type": kind,
    }  # fmt: skip
    if grade:
        found["points"] = points
    return found


def _markdown(id: str, source: str, metadata: dict[str, Any]) -> dict[str, Any]:
    return {"cell_type": "markdown", "id": id[:64], "metadata": metadata, "source": source}


def script_to_notebook(text: str) -> Notebook:
    """A percent script as a notebook."""
    import jupytext

    notebook: Notebook = json.loads(_written(jupytext.reads(text, fmt="py:percent")))
    for number, cell in enumerate(notebook["cells"]):
        cell["source"] = _joined(cell["source"])
        cell["id"] = f"cell-{number}"
    return notebook


def notebook_to_script(notebook: Notebook) -> str:
    """A notebook as a percent script. Outputs are left behind; cells, marks and text are kept."""
    import jupytext

    plain = copy.deepcopy(notebook)
    plain["metadata"] = {
        "jupytext": {"notebook_metadata_filter": "-all", "cell_metadata_filter": "task,nbgrader,tags"}
    }
    for cell in plain["cells"]:
        if cell.get("cell_type") == "code":
            cell.update(outputs=[], execution_count=None)
    text: str = jupytext.writes(_read(plain), fmt="py:percent")
    return text


def _read(notebook: Notebook) -> Any:
    """Plain data as nbformat has it."""
    import nbformat

    return nbformat.reads(json.dumps(notebook), as_version=4)  # type: ignore[no-untyped-call]


def _written(notebook: Any) -> str:
    import nbformat

    text: str = nbformat.writes(notebook)  # type: ignore[no-untyped-call]
    return text


def _joined(source: Any) -> str:
    return "".join(source) if isinstance(source, list) else source


def to_json(notebook: Notebook) -> str:
    """The notebook as Jupyter writes it."""
    return json.dumps(notebook, indent=1, ensure_ascii=False) + "\n"
