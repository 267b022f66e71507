"""A submitted notebook made whole again, without touching a student's words.

Works on plain dicts and compares with the released notebook, so that nothing in the submission
decides about points: grade cells come from the released copy, duplicates are resolved, deleted
cells are put back, changed marks are overwritten. Each repair is one line for the student.

Of several copies of a task's cell, the one at the original place is kept (the first behind the cell
that stood before it), unless it is still the stub; then the last one that is not. The others stay in the
notebook as ordinary cells, and run as such.
"""

from __future__ import annotations

import copy
from dataclasses import dataclass, field
from typing import Any

from course.source import cell_text

Cell = dict[str, Any]
STUB = "raise NotImplementedError"


@dataclass
class Repaired:
    """A notebook that nbgrader takes, and what was done to it."""

    notebook: dict[str, Any]
    notes: list[str] = field(default_factory=list)


def repair(submitted: dict[str, Any], released: dict[str, Any]) -> Repaired:
    """The submitted notebook with the released one's marks, grade cells and kernel."""
    result = Repaired({**_shell(released), "cells": []})
    cells = [_clean(cell) for cell in submitted.get("cells", []) if isinstance(cell, dict)]
    by_id = {grade_id(cell): cell for cell in released["cells"] if grade_id(cell)}
    kept = _choose(cells, by_id, result)
    _note_moves(cells, kept, by_id, result)
    for number, cell in enumerate(cells):
        id = grade_id(cell)
        if id is not None and kept.get(id) == number and id in by_id:
            result.notebook["cells"].append(_restored(cell, by_id[id], result))
        else:
            cell["metadata"].pop("nbgrader", None)
            result.notebook["cells"].append(cell)
    _put_back(result, released, by_id)
    _number_ids(result.notebook["cells"])
    return result


def grade_id(cell: Cell) -> str | None:
    """nbgrader's id of a cell, if it has one that is text."""
    metadata = cell.get("metadata")
    marks = metadata.get("nbgrader") if isinstance(metadata, dict) else None
    found = marks.get("grade_id") if isinstance(marks, dict) else None
    return found if isinstance(found, str) else None


def is_answer(cell: Cell) -> bool:
    """Whether the released cell is one that students write in."""
    return bool(cell["metadata"]["nbgrader"].get("solution"))


def _shell(released: dict[str, Any]) -> dict[str, Any]:
    return {
        "nbformat": 4,
        "nbformat_minor": 5,
        "metadata": copy.deepcopy(released.get("metadata", {})),
    }


def _clean(cell: Cell) -> Cell:
    """A cell of a known kind with text and nothing else: no outputs, no attachments, no odd metadata."""
    kind = cell.get("cell_type")
    kind = kind if kind in ("code", "markdown", "raw") else "raw"
    metadata = cell.get("metadata")
    marks = metadata.get("nbgrader") if isinstance(metadata, dict) else None
    kept: Cell = {
        "cell_type": kind,
        "metadata": {"nbgrader": dict(marks)} if isinstance(marks, dict) else {},
        "source": cell_text(cell),
    }
    if kind == "code":
        kept.update(outputs=[], execution_count=None)
    return kept


def _choose(cells: list[Cell], by_id: dict[str, Cell], result: Repaired) -> dict[str, int]:
    """For each id the number of the copy that counts."""
    places: dict[str, list[int]] = {}
    for number, cell in enumerate(cells):
        id = grade_id(cell)
        if id in by_id:
            places.setdefault(str(id), []).append(number)
    kept: dict[str, int] = {}
    for id, numbers in places.items():
        kept[id] = numbers[0]
        if len(numbers) > 1 and is_answer(by_id[id]):
            written = [n for n in numbers if STUB not in cells[n]["source"] and cells[n]["source"].strip()]
            if written and numbers[0] not in written:
                kept[id] = written[-1]
            result.notes.append(
                f"The cell {id} is there {len(numbers)} times; the copy in cell {kept[id] + 1} counts."
            )
    return kept


def _note_moves(cells: list[Cell], kept: dict[str, int], by_id: dict[str, Cell], result: Repaired) -> None:
    order = [id for id in by_id if id in kept]
    numbers = [kept[id] for id in order]
    if numbers != sorted(numbers):
        result.notes.append(
            "Cells were moved; all of your cells run from top to bottom before anything is checked."
        )


def _restored(cell: Cell, original: Cell, result: Repaired) -> Cell:
    """The student's text under the released cell's marks; locked cells are the released ones."""
    id = grade_id(original)
    if cell["metadata"].get("nbgrader", {}).get("points") != original["metadata"]["nbgrader"].get("points"):
        result.notes.append(f"The points of {id} were changed; the original ones count.")
    if not is_answer(original):
        if cell["source"].strip() != cell_text(original).strip():
            result.notes.append(f"The locked cell {id} was changed; the original one counts.")
        return _copy(original)
    kept = _copy(original)
    kept["source"] = cell["source"]
    if cell["cell_type"] != original["cell_type"]:
        result.notes.append(
            f"The cell {id} had become a {cell['cell_type']} cell; it is a {original['cell_type']} cell."
        )
    return kept


def _copy(cell: Cell) -> Cell:
    kept = copy.deepcopy(cell)
    kept["source"] = cell_text(cell)
    if kept["cell_type"] == "code":
        kept.update(outputs=[], execution_count=None)
    return kept


def _put_back(result: Repaired, released: dict[str, Any], by_id: dict[str, Cell]) -> None:
    """Deleted cells come back behind the nearest cell that stood before them."""
    cells = result.notebook["cells"]
    present = {grade_id(cell): number for number, cell in enumerate(cells)}
    place = -1
    for id, original in by_id.items():
        if id in present:
            place = next(number for number, cell in enumerate(cells) if grade_id(cell) == id)
            continue
        cells.insert(place + 1, _copy(original))
        place += 1
        result.notes.append(f"The cell {id} was missing; it was put back as it was handed out.")


def _number_ids(cells: list[Cell]) -> None:
    """Cell ids of the notebook format are unique again."""
    for number, cell in enumerate(cells):
        cell["id"] = f"cell-{number}"
