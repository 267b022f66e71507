"""Single cells of a stranger's notebook: cleaned, compared, shown as text, recognized without marks."""

from __future__ import annotations

import re
from typing import Any

from course.source import cell_text

Cell = dict[str, Any]
DEFINITION = re.compile(r"^(?:async[ \t]+)?(?:def|class)[ \t]+(\w+)", re.MULTILINE)
STUB = re.compile(r"raise NotImplementedError\b(\([^()\n]*\))?")
PICTURES = ("image/png", "image/jpeg", "image/gif")
BASE64 = re.compile(r"[A-Za-z0-9+/=\s]*")
MAX_ATTACHED = 4 * 2**20  # characters of one cell's pictures
MAX_TICKS = 64


def grade_id(cell: Cell) -> str | None:
    """nbgrader's id of a cell, if it has one that is text."""
    metadata = cell.get("metadata")
    marks = metadata.get("nbgrader") if isinstance(metadata, dict) else None
    found = marks.get("grade_id") if isinstance(marks, dict) else None
    return found if isinstance(found, str) else None


def is_answer(cell: Cell) -> bool:
    """Whether the released cell is one that students write in."""
    return bool(cell["metadata"]["nbgrader"].get("solution"))


def same_text(cell: Cell, other: Cell) -> bool:
    """Whether two cells say the same, white space at the ends aside."""
    return cell_text(cell).strip() == cell_text(other).strip()


def is_written(cell: Cell, original: Cell) -> bool:
    """Whether something stands in an answer cell, and not just the stub, by whichever road it came."""
    text = STUB.sub("raise NotImplementedError()", cell_text(cell).strip())
    return bool(text) and text != STUB.sub("raise NotImplementedError()", cell_text(original).strip())


def defined_names(cell: Cell) -> set[str]:
    """The functions and classes that a code cell defines. Nothing is parsed: the text is a stranger's."""
    return set(DEFINITION.findall(cell_text(cell))) if cell.get("cell_type") == "code" else set()


def clean(cell: Cell) -> Cell:
    """A cell of a known kind with text and nothing else: no outputs, no odd metadata.

    Pictures pasted into an answer stay. A raw cell becomes text: pages would show it as HTML.
    """
    metadata = cell.get("metadata")
    marks = metadata.get("nbgrader") if isinstance(metadata, dict) else None
    kept: Cell = {
        "cell_type": cell.get("cell_type"),
        "metadata": {"nbgrader": dict(marks)} if isinstance(marks, dict) else {},
        "source": cell_text(cell),
    }
    if kept["cell_type"] == "code":
        kept.update(outputs=[], execution_count=None)
    elif kept["cell_type"] == "markdown":
        if pictures := attached(cell.get("attachments")):
            kept["attachments"] = pictures
    else:
        kept = fenced(kept, "") if kept["source"].strip() else {**kept, "cell_type": "markdown"}
    return kept


def attached(found: Any) -> dict[str, dict[str, str]]:
    """The pictures among a cell's attachments, as long as they are modest."""
    pictures: dict[str, dict[str, str]] = {}
    left = MAX_ATTACHED
    for name, kinds in found.items() if isinstance(found, dict) else ():
        for kind, data in kinds.items() if isinstance(kinds, dict) else ():
            if kind in PICTURES and isinstance(data, str) and len(data) <= left and BASE64.fullmatch(data):
                left -= len(data)
                pictures.setdefault(name, {})[kind] = data
    return pictures


def fenced(cell: Cell, title: str) -> Cell:
    """A cell's text as a block of code in a markdown cell, so that it neither runs nor renders."""
    text = cell["source"]
    longest = max(map(len, re.findall("`+", text)), default=0)
    if longest > MAX_TICKS:
        text, longest = text.replace("`", "'"), 0
    fence = "`" * max(3, longest + 1)
    source = f"{fence}\n{text}\n{fence}"
    return {
        "cell_type": "markdown",
        "metadata": cell["metadata"],
        "source": f"{title}\n\n{source}" if title else source,
    }


def adopt(cells: list[Cell], released: list[Cell]) -> list[str]:
    """Gives marks back to cells that lost them, as some editors lose them; says so in one line each.

    A locked cell is known by its text, a task's cell by the names that it defines, an answer in
    words by the question above it.
    """
    present = {grade_id(cell) for cell in cells}
    free = [n for n, cell in enumerate(cells) if grade_id(cell) is None]
    texts = {cell_text(cell).strip() for cell in released}
    notes = []
    for place, original in enumerate(released):
        id = grade_id(original)
        if id is None or id in present:
            continue
        above = cell_text(released[place - 1]).strip() if place else None
        found = next((n for n in free if _is_copy(cells, n, original, above, texts)), None)
        if found is None:
            continue
        free.remove(found)
        cells[found]["metadata"]["nbgrader"] = {"grade_id": id}
        if is_answer(original):
            notes.append(f"The cell {id} had lost its mark; it was recognized by what is in it.")
    return notes


def _is_copy(cells: list[Cell], number: int, original: Cell, above: str | None, texts: set[str]) -> bool:
    """Whether an unmarked cell is what became of a released one."""
    cell = cells[number]
    if cell["cell_type"] != original["cell_type"]:
        return False
    if same_text(cell, original):
        return True
    if not is_answer(original):
        return False
    if original["cell_type"] == "code":
        names = defined_names(original)
        return bool(names) and names <= defined_names(cell)
    is_new = cell["source"].strip() not in texts
    return is_new and number > 0 and cells[number - 1]["source"].strip() == above
