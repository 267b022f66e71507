"""A class's submissions, and one submission in the forms that the graders want.

About half of a class is all right; the others have one or two known mistakes. No two are equal.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.asserts import Assertions, notebook_cell
from course.catalog import Unit
from course.demo import telling_variants
from course.demo_class import fill, reference_code
from course.notebooks import KERNEL, mark, script_to_notebook, student_notebook, to_json
from course.plan import read_plan

Cells = list[dict[str, Any]]


@dataclass(frozen=True)
class Submission:
    """What one student wrote: the code of each task, and how many of them are known mistakes."""

    student: str
    code: dict[str, str]
    mistakes: int


def make_class(unit: Unit, count: int) -> list[Submission]:
    """So many distinct submissions of a unit."""
    plan = read_plan(unit)
    right, wrong = reference_code(unit, plan), telling_variants(unit, plan)
    made = []
    for number in range(count):
        mistakes = 0 if number % 2 == 0 else 1 + number // 2 % 2
        chosen = dict(wrong[(number + k) % len(wrong)] for k in range(mistakes))
        code = right | chosen
        first = unit.tasks[0]
        code[first] = f"{code[first].rstrip()}\n\n\n# submission {number}\n"
        made.append(Submission(f"s{number:04}", code, mistakes))
    return made


def cells_of(unit: Unit, code: dict[str, str]) -> Cells:
    """The cells of the unit's exercise with the tasks' code in their places."""
    cells: Cells = script_to_notebook(unit.exercise.read_text(encoding="utf-8"))["cells"]
    for cell in cells:
        cell["source"] = code.get(cell["metadata"].get("task"), cell["source"])
    return cells


def script(unit: Unit, submission: Submission) -> str:
    """The code alone, as one Python file."""
    return "\n\n\n".join(
        cell["source"] for cell in cells_of(unit, submission.code) if cell["cell_type"] == "code"
    )


def our_notebook(unit: Unit, submission: Submission, path: Path) -> None:
    """Writes the notebook that `course` hands out, filled in."""
    path.write_text(to_json(student_notebook(unit, read_plan(unit))), encoding="utf-8")
    fill(path, unit, submission.code)


def plain_notebook(unit: Unit, code: dict[str, str], assertions: Assertions | None = None) -> str:
    """A notebook with nothing of ours in it; with nbgrader's marks and autograder tests, if assertions are given."""
    cells: Cells = []
    for number, cell in enumerate(cells_of(unit, code)):
        task = cell["metadata"].get("task")
        marks = {"nbgrader": mark(f"task_{task}", solution=True)} if assertions and task in code else {}
        cells.append(new_cell(cell["cell_type"], f"cell-{number}", cell["source"], marks))
    for number, name in enumerate(assertions.functions if assertions else ()):
        marks = {"nbgrader": mark(name, grade=True, locked=True, points=1)}
        cells.append(new_cell("code", f"assertion-{number}", notebook_cell(assertions, name), marks))
    metadata = {"kernelspec": dict(KERNEL), "language_info": {"name": "python"}}
    return json.dumps({"cells": cells, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}, indent=1)


def new_cell(kind: str, id: str, source: str, metadata: dict[str, Any]) -> dict[str, Any]:
    """One cell as the notebook format wants it."""
    cell = {"cell_type": kind, "id": id, "metadata": metadata, "source": source}
    return cell | {"execution_count": None, "outputs": []} if kind == "code" else cell
