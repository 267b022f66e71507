"""Reports for people: the terminal. Renderers only render; verdicts are made elsewhere.

Colour is off under NO_COLOR and in pipes (rich sees to both), and symbols never carry
meaning alone: the word stands beside them. Results go to stdout, progress to stderr.
"""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from course.sandbox.output import printable

if TYPE_CHECKING:
    from course.audit import UnitAudit
    from course.report import CheckResult, Report

LOOKS = {
    "passed": ("✓", "passed", "green"),
    "failed": ("✗", "failed", "red"),
    "not_attempted": ("○", "not attempted", "dim"),
    "error": ("✗", "error", "red"),
    "timeout": ("✗", "timeout", "red"),
    "crashed": ("✗", "crashed", "red"),
    "skipped": ("–", "skipped", "yellow"),
    "deferred": ("–", "deferred", "yellow"),
    "grader_fault": ("!", "grader fault", "magenta"),
}


def stdout() -> Console:
    """The console for results."""
    return Console(highlight=False, soft_wrap=not sys.stdout.isatty())


def stderr() -> Console:
    """The console for talk."""
    return Console(stderr=True, highlight=False)


@contextlib.contextmanager
def working(what: str) -> Iterator[None]:
    """A spinner on stderr in a terminal, nothing in a pipe; for one thing that takes a while."""
    with stderr().status(what) if sys.stderr.isatty() else contextlib.nullcontext():
        yield


@contextlib.contextmanager
def progress(what: str) -> Iterator[Callable[[int, int], None]]:
    """A bar on stderr in a terminal, nothing in a pipe; call it with (done, all)."""
    if not sys.stderr.isatty():
        yield lambda done, total: None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    rate = TextColumn("{task.fields[rate]}")
    columns = (TextColumn(what), BarColumn(), MofNCompleteColumn(), rate, TimeRemainingColumn())
    with Progress(*columns, console=stderr(), transient=True) as bar:
        task = bar.add_task(what, total=None, rate="")

        def show(done: int, total: int) -> None:
            elapsed = bar.tasks[0].elapsed or 0.0
            bar.update(task, completed=done, total=total, rate=f"{done / elapsed:.1f}/s" if elapsed else "")

        yield show


def print_report(report: Report, console: Console | None = None) -> None:
    """One report: a line per check, and for each that did not pass, what to do about it."""
    console = console or stdout()
    for note in report.notes:
        console.print(f"[yellow]note[/] {escape(note)}")
    task = None
    for check in report.checks:
        if check.task != task:
            task = check.task
            console.print(f"\n[bold]{escape(task)}[/]")
        print_check(check, console)
    console.print(f"\n{escape(points_line(report))}")


def print_check(check: CheckResult, console: Console) -> None:
    """One check: verdict, points, title; message, hint and printed text below."""
    symbol, word, colour = LOOKS[check.status.value]
    hidden = "" if check.visible else " [dim](hidden)[/]"
    console.print(
        f"  [{colour}]{symbol} {word:<13}[/] {check.earned}/{check.points}  {escape(check.title)}{hidden}"
    )
    if check.status.value in ("passed", "not_attempted"):
        return
    for line in check.message.splitlines():
        console.print(f"      {escape(line)}")
    if check.mistake:
        console.print(f"      [dim]mistake: {escape(check.mistake)}[/]")
    if check.hint:
        console.print(f"      [cyan]hint:[/] {escape(check.hint)}")
    for line in check.output.splitlines()[:10]:
        console.print(f"      [dim]printed:[/] {escape(line)}")


def points_line(report: Report) -> str:
    """The sum, and what is not in it."""
    text = f"{report.points} of {report.max_points} points"
    if report.deferred_points:
        text += f"; {report.deferred_points} more need a GPU and are not counted"
    return text


def grade_table(finished: list[Any]) -> Table:
    """One row per submission."""
    table = Table(box=None, pad_edge=False)
    for name in ("file", "unit", "points", "of", "not passed"):
        table.add_column(name, justify="right" if name in ("points", "of") else "left")
    for done in finished:
        report = done.report
        bad = [f"{c.id} ({c.mistake or LOOKS[c.status.value][1]})" for c in report.checks
               if c.status.value not in ("passed", "deferred")]  # fmt: skip
        shown = ", ".join(bad[:3]) + (f" and {len(bad) - 3} more" if len(bad) > 3 else "")
        table.add_row(
            escape(one_line(str(done.job.key))),
            report.unit,
            str(report.points),
            str(report.max_points),
            escape(shown or "-"),
        )
    return table


def class_table(summary: Any) -> Table:
    """`course class grade`: one row per student; points after nbgrader's penalties."""
    table = Table(box=None, pad_edge=False)
    for name in ("student", "points", "of", "remarks"):
        table.add_column(name, justify="right" if name in ("points", "of") else "left")
    for row in summary.rows:
        remarks = row.problem or "; ".join(row.notes) or ("waits for a person" if row.needs_manual else "-")
        student, remarks = one_line(row.student), one_line(remarks)
        table.add_row(escape(student), f"{row.points:g}", f"{row.max_points:g}", escape(remarks))
    return table


def audit_table(audits: list[UnitAudit]) -> Table:
    """`course validate`: one row per unit, narrow enough for 80 columns."""
    table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0))
    names = ("unit", "tasks", "checks", "hidden", "points", "wrong", "right", "mutants", "s each", "verdict")
    for name in names:
        table.add_column(name, justify="left" if name in ("unit", "verdict") else "right", no_wrap=True)
    for found in audits:
        plan, counts = found.plan, found.counts
        checks = plan.checks if plan else ()
        mutants = sum(counts.get(kind, 0) for kind in ("zeros", "constant", "echo", "empty"))
        verdict = "[green]green[/]" if found.green else f"[red]{len(found.problems)} to fix[/]"
        table.add_row(
            found.unit.name, str(len(found.unit.tasks)), str(len(checks)), str(sum(not c.visible for c in checks)),
            str(sum(c.points for c in checks)), str(counts.get("wrong", 0)), str(counts.get("right", 0)),
            str(mutants), f"{found.seconds:.2f}", verdict,
        )  # fmt: skip
    return table


def one_line(text: str) -> str:
    """A name of a student's, of a file for one, as it can do nothing to a terminal or a table."""
    return printable(text).replace("\n", "\\n").replace("\t", "\\t")


def plural(number: int, noun: str) -> str:
    """`1 check`, `2 checks`."""
    return f"{number} {noun}{'' if number == 1 else 's'}"
