"""The lesson of a unit: the markdown cells of its stub, and a task's own cell."""

from __future__ import annotations

import os
import sys

import click

from course.catalog import TASK_CELL, Unit
from course.workspace import cells, is_cell_of, pristine

MARKDOWN = "[markdown]"


def lesson_text(unit: Unit, task: str | None = None) -> str:
    """The lesson as markdown: all of it, or what lies between the task before and this one, with its stub."""
    parts: list[str] = []
    for cell in cells(pristine(unit)):
        mark, _, body = cell.partition("\n")
        if MARKDOWN in mark:
            parts.append("\n".join(uncomment(line) for line in body.rstrip().split("\n")))
            continue
        found = TASK_CELL.match(mark)
        if found is None:
            continue
        if task is not None and is_cell_of(cell, task):
            return "\n\n".join((*parts, f"```python\n{body.rstrip()}\n```")) + "\n"
        if task is None:
            parts.append(f"*Task: `{unit.short_name}.{found[1]}`*")
        else:
            parts.clear()
    return "\n\n".join(parts) + "\n"


def uncomment(line: str) -> str:
    """A markdown line without its comment mark."""
    return line[2:] if line.startswith("# ") else line[1:] if line.startswith("#") else line


def show(text: str) -> None:
    """Markdown for the reader: rendered and paged in a terminal, as it is in a pipe."""
    if not sys.stdout.isatty():
        click.echo(text, nl=False)
        return
    from rich.markdown import Markdown

    from course.render import stdout

    console = stdout()
    console.width = min(console.width, 100)
    with console.capture() as captured:
        console.print(Markdown(text, code_theme="ansi_dark"))
    os.environ.setdefault("LESS", "-RFX")
    click.echo_via_pager(captured.get())
