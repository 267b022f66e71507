"""Which units and files a student means, and what to do next."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from course.catalog import Catalog, Unit
from course.errors import UsageError
from course.source import parse_submission, read_bytes
from course.stubs import MANUAL_STUB
from course.workspace import Workspace, sha256_of, shown

if TYPE_CHECKING:
    from course.report import Report


def targets(
    catalog: Catalog, workspace: Workspace, target: str | None, path: Path | None
) -> list[tuple[Unit, str | None, Path]]:
    """What to check: (unit, task or None, file)."""
    if target is not None:
        unit, task = catalog.target(target)
        return [(unit, task, path or workspace.working_copy(unit))]
    if path is not None:
        named = catalog.unit_of_file(path)
        if named is None:
            read_bytes(path)  # a file that is not there is the first thing to say
            raise UsageError(f"{path}: its name tells no unit; say which: course check UNIT --file {path}")
        return [(named, None, path)]
    here = workspace.units_here()
    if not here:
        raise UsageError(f"there is no unit in this folder. Next: course fetch {catalog.units[0].short_name}")
    found: list[tuple[Unit, str | None, Path]] = [(u, None, workspace.working_copy(u)) for u in here]
    if len(workspace.notes) > 1 and all(file.parent.name == "exercises" for _, _, file in found):
        workspace.notes[:] = ["there is no unit in this folder itself; using those in exercises/."]
    return found


def next_command(workspace: Workspace, catalog: Catalog) -> str:
    """What to do now: check a unit that is here and not green yet, or fetch the next one."""
    here = workspace.units_here()
    for unit in catalog:
        progress = workspace.progress(unit)
        if not unit.tasks or (progress.score and progress.green(unit.tasks) == len(unit.tasks)):
            continue
        if unit not in here:
            return f"course fetch {unit.short_name}"
        ready = progress.green(unit.tasks) == len(unit.tasks)
        return f"course {'submit' if ready else 'check'} {unit.short_name}"
    return "you have done it all; course score shows your marks"


def after_check(workspace: Workspace, reports: list[tuple[Unit, Report | None]], path: Path | None) -> str:
    """The next step: the first task that is not green, else the next task, else submit."""
    option = f" --file {path}" if path else ""
    for unit, report in reports:
        assert report is not None
        for result in report.checks:
            if result.status.value not in ("passed", "deferred", "grader_fault"):
                first = (result.waits_for or "").split(".")[0]
                task = first if first in unit.tasks else result.task
                verb = "fill in" if result.status.value == "not_attempted" else "mend"
                return f"{verb} {task}, then: course check {unit.short_name}.{result.task}{option}"
        progress = workspace.progress(unit)
        left = [
            task
            for task in unit.tasks
            if task not in progress.tasks or progress.tasks[task].status != "passed"
        ]
        if path is None and left:
            return f"on to {left[0]}, then: course check {unit.short_name}.{left[0]}"
    return f"course submit {reports[0][0].short_name}"


def submission_facts(workspace: Workspace, unit: Unit, path: Path, data: bytes) -> Iterator[str]:
    """What goes, and what the visible checks last said of it."""
    progress, digest = workspace.progress(unit), sha256_of(data)
    known = [progress.tasks[task] for task in unit.tasks if task in progress.tasks]
    said = f"{progress.green(unit.tasks)} of {len(unit.tasks)} tasks pass"
    if not known:
        said = f"never run; course check {unit.short_name} would"
    elif any(task.sha256 != digest for task in known):
        said += ", some of them on an earlier state of the file"
    yield f"  unit     {unit.name}, {unit.title}"
    yield f"  file     {shown(path)}, {len(data):,} bytes"
    yield f"  sha256   {digest}"
    yield f"  checks   {said}"
    yield from open_ends(path.name, data)


def open_ends(name: str, data: bytes) -> Iterator[str]:
    """What a person would want to know before handing in: cells that do not parse, words not written."""
    for cell in parse_submission(name, data).program.cells:
        try:
            ast.parse(cell.source)
        except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
            place = cell.label or f"{name}, line {cell.start - 1 + (getattr(error, 'lineno', None) or 1)}"
            yield f"  warning  {place} does not parse; what it defines will not be there"
    if name.endswith(".ipynb"):
        cells = json.loads(data.decode("utf-8-sig"))["cells"]
        if empty := sum("".join(cell.get("source", "")).strip() == MANUAL_STUB for cell in cells):
            yield f"  words    {empty} of the questions have no answer yet ({MANUAL_STUB!r})"
