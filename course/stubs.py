"""The student's stub from the unit's one source.

What stands between `### BEGIN SOLUTION` and `### END SOLUTION` becomes
`raise NotImplementedError("task")`; all else, lesson cells included, stays as it is.
"""

from __future__ import annotations

import re

from course.catalog import TASK_CELL, Unit
from course.errors import GraderFault

BEGIN = re.compile(r"^(?P<indent>\s*)### BEGIN SOLUTION\s*$")
END = re.compile(r"^\s*### END SOLUTION\s*$")

MANUAL_STUB = "YOUR ANSWER HERE"  # in a notebook, where a question waits for words


def stub_text(unit: Unit) -> str:
    """The text of the exercise; raises GraderFault, with the line, on unbalanced marks."""
    lines = unit.solution.read_text(encoding="utf-8").split("\n")
    kept: list[str] = []
    task: str | None = None
    opened: int | None = None
    for number, line in enumerate(lines, start=1):
        found = TASK_CELL.match(line)
        if found:
            task = found[1]
        begin = BEGIN.match(line)
        if begin:
            if opened is not None:
                raise GraderFault(f"{unit.solution.name}, line {number}: BEGIN SOLUTION inside a solution.")
            opened = number
            kept.append(f'{begin["indent"]}raise NotImplementedError("{task or unit.short_name}")')
        elif END.match(line):
            if opened is None:
                raise GraderFault(f"{unit.solution.name}, line {number}: END SOLUTION without BEGIN.")
            opened = None
        elif opened is None:
            if re.search(r"(BEGIN|END) (SOLUTION|HIDDEN TESTS)", line):
                raise GraderFault(f"{unit.solution.name}, line {number}: a mark that is not spelled right.")
            kept.append(line)
    if opened is not None:
        raise GraderFault(f"{unit.solution.name}, line {opened}: BEGIN SOLUTION without END.")
    return "\n".join(kept)
