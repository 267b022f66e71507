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
from rich.text import Text

if TYPE_CHECKING:
    from course.audit import UnitAudit
    from course.plan import HiddenSummary, UnitPlan
    from course.report import CheckResult, Report
    from course.workspace import UnitProgress

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
def progress(what: str) -> Iterator[Callable[[int, int], None]]:
    """A bar on stderr in a terminal, nothing in a pipe; call it with (done, all)."""
    if not sys.stderr.isatty():
        yield lambda done, total: None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=stderr(), transient=True) as bar:
        task = bar.add_task(what, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


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
            escape(str(done.job.key)),
            report.unit,
            str(report.points),
            str(report.max_points),
            escape(shown or "-"),
        )
    return table


def audit_table(audits: list[UnitAudit]) -> Table:
    """`course validate`: one row per unit, narrow enough for 80 columns."""
    table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0))
    names = ("unit", "tasks", "checks", "hidden", "points", "wrong", "right", "mutants", "warm s", "verdict")
    for name in names:
        table.add_column(name, justify="left" if name in ("unit", "verdict") else "right", no_wrap=True)
    for found in audits:
        plan, counts = found.plan, found.counts
        checks = plan.checks if plan else ()
        mutants = sum(counts.get(kind, 0) for kind in ("zeros", "constant", "echo", "empty"))
        many = "problem" if len(found.problems) == 1 else "problems"
        verdict = "[green]green[/]" if found.green else f"[red]{len(found.problems)} {many}[/]"
        table.add_row(
            found.unit.name, str(len(found.unit.tasks)), str(len(checks)), str(sum(not c.visible for c in checks)),
            str(sum(c.points for c in checks)), str(counts.get("wrong", 0)), str(counts.get("right", 0)),
            str(mutants), f"{found.seconds:.2f}", verdict,
        )  # fmt: skip
    return table


# --- the student's view: one line per task, and only what helps next


def say(console: Console, markup: str, by: int = 0) -> None:
    """Prints text `by` columns in, also where it wraps; nothing wraps in a pipe."""
    text = Text.from_markup(markup)
    room = max(console.width - by, 20)
    for line in text.split("\n", allow_blank=True) if console.soft_wrap else text.wrap(console, room):
        line.rstrip()
        console.print(Text(" " * by) + line)


def print_tasks(report: Report, plan: UnitPlan, console: Console, marks: bool = False) -> None:
    """A report as a student reads it: tasks in order; of each, the first check that did not pass.

    `marks` counts points instead of checks, for a report with the hidden checks in it.
    """
    tasks: dict[str, list[CheckResult]] = {}
    for check in report.checks:
        tasks.setdefault(check.task, []).append(check)
    for note in report.notes:
        if not any(note.removeprefix("a cell") in check.message for check in report.checks):
            say(console, f"[yellow]note[/] {escape(note)}", 2)
    width = max(map(len, tasks), default=0)
    for task, checks in tasks.items():
        print_task(task.ljust(width), checks, plan, console, marks)


def print_task(name: str, checks: list[CheckResult], plan: UnitPlan, console: Console, marks: bool) -> None:
    """One task: verdict and count; the first failing check; what waits behind a green one."""
    task = name.strip()
    bad = [check for check in checks if check.status.value not in ("passed", "deferred")]
    ran = [check for check in checks if check.status.value not in ("deferred", "grader_fault")]
    status = bad[0].status.value if bad else "passed" if ran else "deferred"
    symbol, word, colour = LOOKS[status]
    if marks:
        count = f"{sum(c.earned for c in ran)} of {plural(sum(c.points for c in ran), 'point')}"
    else:
        count = f"{sum(c.status.value == 'passed' for c in checks)} of {plural(len(checks), 'check')}"
    if status == "not_attempted" and not bad[0].message.startswith("Still the stub"):
        count = escape(bad[0].message)
    elif status == "not_attempted" and not marks:
        count = ""
    if not marks and not bad and task in plan.hidden:
        count += f"[dim], then {plan.hidden[task].checks} hidden[/]"
    console.print(f"  [{colour}]{symbol} {word:<13}[/]  {name}  {count}".rstrip())
    if bad and status != "not_attempted":
        print_failure(bad[0], console)
        if len(bad) > 1 and marks:
            say(console, f"[dim]and {plural(len(bad) - 1, 'check')} more not passed[/]", 6)
        if status not in ("skipped", "grader_fault"):
            say(console, f"[dim]stuck?[/] course hint {plan.unit.short_name}.{escape(task)}", 6)
        console.print()


def print_failure(check: CheckResult, console: Console) -> None:
    """What was checked, what came, one hint, what was printed."""
    hidden = "" if check.visible else " [dim](a hidden check)[/]"
    say(console, f"[bold]{escape(check.title)}[/]{hidden}", 6)
    for line in check.message.splitlines():
        say(console, escape(line), 6)
    if check.hint:
        say(console, f"[cyan]hint:[/] {escape(check.hint)}", 6)
    for line in check.output.splitlines()[:10]:
        say(console, f"[dim]printed:[/] {escape(line)}", 6)


def waiting(hidden: HiddenSummary) -> str:
    """What is known of the hidden checks behind a task."""
    inputs = f", with other inputs: {'; '.join(hidden.inputs)}" if hidden.inputs else ""
    return f"Behind: {plural(hidden.checks, 'hidden check')}, {plural(hidden.points, 'point')}{inputs}."


def waiting_together(hidden: list[HiddenSummary]) -> str:
    """The same of several tasks; of the inputs, the first kind of the first few tasks."""
    kinds = [h.inputs[0] for h in hidden if h.inputs][:3]
    inputs = f", with other inputs: {'; '.join(kinds)}; and more" if kinds else ""
    checks, points = sum(h.checks for h in hidden), sum(h.points for h in hidden)
    return f"Behind: {plural(checks, 'hidden check')}, {plural(points, 'point')}{inputs}."


def progress_table(rows: list[tuple[int, str, str, int, int, UnitProgress, int]]) -> Table:
    """`course list`: number, name, title, tasks, points, progress and green tasks of each unit."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for name in ("", "unit", "title", "tasks", "points", "score"):
        left = name in ("unit", "title")
        table.add_column(
            name, justify="left" if left else "right", no_wrap=name != "title"
        )  # titles give way
    for number, unit, title, tasks, points, progress, green in rows:
        done = f"{green}/{tasks}"
        shown = f"[green]✓ {done}[/]" if tasks and green == tasks else done if green else f"[dim]{done}[/]"
        score = f"{progress.score.points}/{progress.score.max_points}" if progress.score else "[dim]-[/]"
        short = Text(title, no_wrap=True, overflow="ellipsis")
        table.add_row(str(number), unit, short, shown if tasks else "[dim]-[/]", str(points or "-"), score)
    return table


def plural(number: int, noun: str) -> str:
    """`1 check`, `2 checks`."""
    return f"{number} {noun}{'' if number == 1 else 's'}"
