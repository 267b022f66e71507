"""The visible checks inside a notebook: `%check split_heads`, and the grade cells of the units.

What is checked is what this session has run: the kernel's own history of cells, the latest version
of each, in the notebook's order. A student's variables are not touched, and nothing of the grading
runs in the kernel: `course check` is called beside it, so that the answer is the one of the command
line, from the same sandbox and the same warm parent.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from course.catalog import Catalog, Unit, did_you_mean, load_catalog
from course.errors import CourseError, UsageError

if TYPE_CHECKING:
    from course.report import Report

DEFINITION = re.compile(r"^(?:async[ \t]+)?(?:def|class)[ \t]+(\w+)", re.MULTILINE)
OWN_LINE = re.compile(r"^[ \t]*%(?:check\b|load_ext[ \t]+course\b|reload_ext[ \t]+course\b).*$", re.MULTILINE)
VS_CODE_SUFFIX = re.compile(r"-jvsc-[0-9a-f-]+")
OURS = "our fault, not yours"


@dataclass(frozen=True)
class Executed:
    """One cell that was run: the kernel's number of it, the editor's id if it sent one, the text."""

    number: int
    id: str | None
    source: str


class View:
    """A result as notebooks show it: an HTML block, and the same as text."""

    def __init__(self, summary: str, report: Report | None = None) -> None:
        self.summary = summary
        self.report = report

    @property
    def passed(self) -> bool:
        """Whether every check passed that could run here."""
        return self.report is not None and self.report.exit_code == 0

    @property
    def first(self) -> str:
        """The title of the first check to mend."""
        checks = self.report.checks if self.report else ()
        return next((c.title for c in checks if c.status.value not in ("passed", "deferred")), "")

    def _repr_html_(self) -> str:
        from course.html import checks_block

        if self.report is None:
            return checks_block([], [], self.summary)
        return checks_block(self.report.checks, self.report.notes, self.summary)

    def __repr__(self) -> str:
        from course.render import LOOKS

        lines = [self.summary]
        for note in self.report.notes if self.report else ():
            lines.append(f"note: {note}")
        for check in self.report.checks if self.report else ():
            symbol, word, _ = LOOKS[check.status.value]
            lines.append(f"{symbol} {word}: {check.title}")
            if check.status.value in ("passed", "not_attempted"):
                continue
            lines += [f"    {line}" for line in check.message.splitlines()]
            lines += [f"    hint: {check.hint}"] if check.hint else []
        return "\n".join(lines)


class ChecksNotPassed(Exception):
    """Raised by a grade cell, so that nbgrader's Validate counts it as not passed. One line, no traceback."""

    def _render_traceback_(self) -> list[str]:
        return [str(self)]


def check(target: str = "") -> None:
    """What a grade cell calls: shows the visible checks of a task; raises ChecksNotPassed."""
    shell = current_shell()
    if shell is None:
        print(f"In a notebook this shows the checks. Here: course check {target}")
        return
    view = session(shell).check(target)
    show(view)
    if not view.passed:
        raise ChecksNotPassed(f"{view.summary} First: {view.first}" if view.first else view.summary)


def current_shell() -> Any:
    """The running IPython, None outside of one. IPython is not imported to find that out."""
    ipython = sys.modules.get("IPython")
    return ipython.get_ipython() if ipython is not None else None


def show(view: View) -> None:
    """Displays a result in the cell that asked for it."""
    from IPython.display import display

    display(view)  # type: ignore[no-untyped-call]


def session(shell: Any) -> Session:
    """The session of a shell; made, and `%check` registered, at the first call."""
    found = getattr(shell.magics_manager.magics["line"].get("check"), "__self__", None)
    if not isinstance(found, Session):
        found = Session(shell)
        shell.events.register("pre_run_cell", found.note)
        shell.register_magic_function(found.magic, "line", "check")
    return found


class Session:
    """What is known of one kernel's cells."""

    def __init__(self, shell: Any) -> None:
        self.shell = shell
        self.ids: dict[int, str] = {}

    def note(self, info: Any) -> None:
        """Before each cell: remembers the editor's id for it."""
        id = getattr(info, "cell_id", None)
        if info.store_history and isinstance(id, str) and id:
            # IPython keeps the cell's text only after this; newer ones have raised execution_count before it
            self.ids[len(self.shell.history_manager.input_hist_raw)] = id

    def magic(self, line: str) -> None:
        """Show the visible checks: `%check split_heads`, `%check tensors.split_heads`, `%check` for all."""
        show(self.check(line.strip().strip("\"'")))

    def check(self, target: str) -> View:
        """The visible checks on what this session has run."""
        try:
            catalog = load_catalog()
            file = notebook_file(self.shell)
            unit, task = chosen(catalog, target, file)
            cells = gather(self.executed(), saved_cells(file))
            return run_checks(unit, task, cells)
        except CourseError as error:
            return View(f"{'' if isinstance(error, UsageError) else f'{OURS}: '}{error}")

    def executed(self) -> list[Executed]:
        """All cells that were run, oldest first."""
        history = self.shell.history_manager.input_hist_raw
        return [
            Executed(number, self.ids.get(number), OWN_LINE.sub("", source))
            for number, source in enumerate(history)
            if number and source.strip()
        ]


# --- which notebook, which task


def notebook_file(shell: Any) -> Path | None:
    """The notebook's file, as the editor names it; it may not be there (any more)."""
    for name in (shell.user_ns.get("__vsc_ipynb_file__"), os.environ.get("JPY_SESSION_NAME")):
        if isinstance(name, str) and name.endswith(".ipynb"):
            return Path(VS_CODE_SUFFIX.sub("", name))
    return None


def saved_cells(file: Path | None) -> list[tuple[str, str]]:
    """Id and text of each cell of the saved notebook, for their order; empty if it cannot be read."""
    from course.source import cell_text, read_bytes

    if file is None:
        return []
    try:
        cells = json.loads(read_bytes(file).decode("utf-8-sig"))["cells"]
        return [(str(cell.get("id", "")), cell_text(cell).strip()) for cell in cells]
    except (CourseError, OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return []


def chosen(catalog: Catalog, target: str, file: Path | None) -> tuple[Unit, str | None]:
    """The unit and task that a word means, in the notebook of a unit; raises UsageError."""
    here = catalog.unit_of_file(file) if file else None
    if not target:
        if here is None:
            raise UsageError("say which task, for example: %check " + catalog.units[0].tasks[0])
        return here, None
    if "." in target:
        return catalog.target(target)
    if here is not None and target in here.tasks:
        return here, target
    found = [unit for unit in catalog if target in unit.tasks]
    if len(found) == 1:
        return found[0], target
    if found:
        raise UsageError(f"which one? {', '.join(f'%check {unit.short_name}.{target}' for unit in found)}")
    if any(target in (unit.name, unit.short_name, str(unit.number)) for unit in catalog):
        return catalog.unit(target), None
    names = [task for unit in ([here] if here else catalog) for task in unit.tasks]
    raise UsageError(f"there is no task {target!r}{did_you_mean(target, names)}")


# --- which code


def gather(executed: list[Executed], saved: list[tuple[str, str]]) -> list[str]:
    """The sources to check, one per place in the notebook, "" where nothing was run.

    Of each cell the latest version; cells that the saved notebook does not know stand behind the one
    that was run before them. So a cell's number is the one in the notebook, if all is saved.
    """
    by_id = {id: place for place, (id, _) in enumerate(saved)}
    by_text = {text: place for place, (_, text) in reversed(list(enumerate(saved)))}
    known = {one.source.strip(): one.id for one in executed if one.id}
    latest: dict[str, Executed] = {}  # in the order of first runs
    for one in executed:
        text = one.source.strip()
        id = one.id or known.get(text) or (saved[by_text[text]][0] if text in by_text else "")
        latest[id or f"text {text}"] = Executed(one.number, id or None, one.source)
    placed = []
    previous = -1
    for order, one in enumerate(replaced_left_out(latest.values())):
        place = by_id.get(one.id or "", by_text.get(one.source.strip()))
        previous = previous if place is None else place
        placed.append((previous, order, place, one.source))
    sources: list[str] = []
    for _, _, place, source in sorted(placed, key=lambda entry: entry[:2]):
        if place is not None:
            sources += [""] * (place - len(sources))
        sources.append(source)
    return sources


def replaced_left_out(cells: Iterable[Executed]) -> list[Executed]:
    """The cells without earlier versions of them: those that no id tells of, whose names a later one defines."""
    cells = list(cells)
    kept = []
    for one in cells:
        names = set(DEFINITION.findall(one.source))
        later = {
            name for other in cells if other.number > one.number for name in DEFINITION.findall(other.source)
        }
        if one.id or not names or not names <= later:
            kept.append(one)
    return kept


# --- the checks


def run_checks(unit: Unit, task: str | None, sources: list[str]) -> View:
    """Calls `course check` on these cells."""
    cells: list[dict[str, Any]] = [
        {"cell_type": "code", "metadata": {}, "execution_count": None, "outputs": [], "source": source}
        if source.strip() else {"cell_type": "markdown", "metadata": {}, "source": ""}
        for source in sources
    ]  # fmt: skip
    target = f"{unit.short_name}.{task}" if task else unit.short_name
    with tempfile.TemporaryDirectory(prefix="course-notebook-") as folder:
        file = Path(folder) / f"{unit.name}.ipynb"
        file.write_text(json.dumps({"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": cells}))
        command = [sys.executable, "-P", "-m", "course", "check", target, "--json", "--file", str(file)]
        done = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False)
    try:
        data = json.loads(done.stdout.splitlines()[0])
    except (ValueError, IndexError):
        said = done.stderr.strip().splitlines()
        words = said[-1].removeprefix("course: ") if said else f"the check ended with code {done.returncode}."
        return View(words if done.returncode == 2 else f"{OURS}: {words}")
    return view_of(target, data)


def view_of(target: str, data: dict[str, Any]) -> View:
    """The view of what `course check --json` wrote."""
    from course.plan import HiddenSummary
    from course.report import Report
    from course.student_view import waiting_together

    report = Report.from_dict(data)
    passed = sum(check.status.value in ("passed", "deferred") for check in report.checks)
    summary = f"{target}: {passed} of {len(report.checks)} visible checks passed."
    hidden = [HiddenSummary(h["checks"], h["points"], tuple(h["inputs"])) for h in data["hidden"].values()]
    if hidden and report.exit_code == 0:
        summary += f" {waiting_together(hidden)}"
    return View(summary, report)
