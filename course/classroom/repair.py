"""A submitted notebook made whole again, without touching a student's words.

Works on plain dicts and compares with the released notebook, so that nothing in the submission
decides about points: grade cells come from the released copy, duplicates are resolved, deleted
cells are put back, changed marks are overwritten. Each repair is one line for the student. Repairing
a repaired notebook changes nothing.

Of several copies of a task's cell, the one at the original place is kept (the first behind the cell
that stood before it), unless it is still the stub; then the last one that is not. A copy that would
define the same names once more does not run; it stays in the notebook as text. The other half of a
cell that was split runs as an ordinary cell.
"""

from __future__ import annotations

import copy
from dataclasses import dataclass, field
from typing import Any

from course.classroom.cells import (
    Cell,
    adopt,
    clean,
    defined_names,
    fenced,
    grade_id,
    is_answer,
    is_written,
    same_text,
)
from course.source import cell_text

__all__ = ["Cell", "Repaired", "grade_id", "is_answer", "repair"]


@dataclass
class Repaired:
    """A notebook that nbgrader takes, and what was done to it."""

    notebook: dict[str, Any]
    notes: list[str] = field(default_factory=list)


def repair(submitted: dict[str, Any], released: dict[str, Any]) -> Repaired:
    """The submitted notebook with the released one's marks, grade cells and kernel."""
    result = Repaired({**_shell(released), "cells": []})
    cells = [clean(cell) for cell in submitted.get("cells", []) if isinstance(cell, dict)]
    by_id = {id: cell for cell in released["cells"] if (id := grade_id(cell))}
    result.notes += adopt(cells, released["cells"])
    kept = _choose(cells, released["cells"], result)
    _note_moves(kept, by_id, result)
    for number, cell in enumerate(cells):
        id = grade_id(cell)
        if id is None or id not in by_id:
            cell["metadata"].pop("nbgrader", None)
            result.notebook["cells"].append(cell)
        elif kept[id] == number:
            result.notebook["cells"].append(_restored(cell, by_id[id], result))
        else:
            result.notebook["cells"].append(_beside(cell, cells[kept[id]], by_id[id]))
    _put_back(result, by_id)
    for number, cell in enumerate(result.notebook["cells"]):
        cell["id"] = f"cell-{number}"  # unique again
    return result


def _shell(released: dict[str, Any]) -> dict[str, Any]:
    return {
        "nbformat": 4,
        "nbformat_minor": 5,
        "metadata": copy.deepcopy(released.get("metadata", {})),
    }


def _choose(cells: list[Cell], released: list[Cell], result: Repaired) -> dict[str, int]:
    """For each id that is there the number of the copy that counts."""
    by_id = {id: cell for cell in released if (id := grade_id(cell))}
    places: dict[str, list[int]] = {}
    for number, cell in enumerate(cells):
        id = grade_id(cell)
        if id is not None and id in by_id:
            places.setdefault(id, []).append(number)
    kept: dict[str, int] = {}
    before = -1  # the place of the cell that stood before
    for number, original in enumerate(released):
        id = grade_id(original)
        if id is None:
            same = (n for n, cell in enumerate(cells) if n > before and same_text(cell, original))
            before = next(same, before) if _is_followed(released, number, places) else before
        elif id in places:
            before = kept[id] = _choose_copy(cells, original, places[id], before)
            if len(places[id]) > 1:
                result.notes.append(
                    f"The cell {id} is there {len(places[id])} times; the copy in cell {before + 1} counts."
                )
    return kept


def _is_followed(released: list[Cell], number: int, places: dict[str, list[int]]) -> bool:
    """Whether the place of a cell of the lesson matters: copies of the cell behind it are there."""
    behind = grade_id(released[number + 1]) if number + 1 < len(released) else None
    return behind is not None and len(places.get(behind, ())) > 1


def _choose_copy(cells: list[Cell], original: Cell, numbers: list[int], before: int) -> int:
    """The number of the copy at the original place, or the last that is written if that is the stub."""
    home = next((number for number in numbers if number > before), numbers[0])
    written = [number for number in numbers if is_written(cells[number], original)]
    return written[-1] if is_answer(original) and written and home not in written else home


def _note_moves(kept: dict[str, int], by_id: dict[str, Cell], result: Repaired) -> None:
    numbers = [kept[id] for id in by_id if id in kept]
    if numbers != sorted(numbers):
        result.notes.append(
            "Cells were moved; all of your cells run from top to bottom before anything is checked."
        )


def _beside(cell: Cell, chosen: Cell, original: Cell) -> Cell:
    """A copy that does not count: it runs only if it holds something else than the one that counts."""
    cell["metadata"].pop("nbgrader", None)
    if cell["cell_type"] != "code":
        return cell
    again = defined_names(cell) & defined_names(chosen)
    if is_answer(original) and is_written(cell, original) and not again and not same_text(cell, chosen):
        return cell
    return fenced(cell, "This copy does not count and was not run:")


def _restored(cell: Cell, original: Cell, result: Repaired) -> Cell:
    """The student's text under the released cell's marks; locked cells are the released ones."""
    id = grade_id(original)
    marks = cell["metadata"].get("nbgrader", {})
    if "points" in marks and marks["points"] != original["metadata"]["nbgrader"].get("points"):
        result.notes.append(f"The points of {id} were changed; the original ones count.")
    kept = _copy(original)
    if not is_answer(original):
        if not same_text(cell, original):
            result.notes.append(f"The locked cell {id} was changed; the original one counts.")
        return kept
    kept["source"] = cell["source"]
    if original["cell_type"] == "markdown" and "attachments" in cell:
        kept["attachments"] = cell["attachments"]
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


def _put_back(result: Repaired, by_id: dict[str, Cell]) -> None:
    """Deleted cells come back behind the nearest cell that stood before them.

    A stub never comes back behind code that defines its names: it would undo a student's work.
    """
    cells = result.notebook["cells"]
    place = -1
    for id, original in by_id.items():
        found = next((number for number, cell in enumerate(cells) if grade_id(cell) == id), None)
        if found is not None:
            place = found
            continue
        names = defined_names(original)
        taken = (n for n, cell in enumerate(cells) if names & defined_names(cell))
        at = min(place + 1, next(taken, place + 1))
        cells.insert(at, _copy(original))
        place = max(place + 1, at)
        result.notes.append(f"The cell {id} was missing; it was put back as it was handed out.")
