"""What a student sees: one line per task, and only what helps next.

Renders reports and progress to a console; decides nothing.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from rich.console import Console
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from course.plan import read_plan
from course.render import LOOKS, plural, points_line, stdout
from course.workspace import GREEN, shown

if TYPE_CHECKING:
    from course.catalog import Unit
    from course.exchange import Submitted
    from course.plan import HiddenSummary, UnitPlan
    from course.report import CheckResult, Report
    from course.workspace import UnitProgress


def show_check(unit: Unit, report: Report, several: bool) -> None:
    """One unit's visible verdicts for a person."""
    console = stdout()
    plan = read_plan(unit)
    tasks = dict.fromkeys(check.task for check in report.checks)
    console.print(f"[bold]{unit.name}[/]  {unit.title}\n")
    if several and all(check.status.value == "not_attempted" for check in report.checks) and not report.notes:
        console.print(f"  [dim]○ not attempted[/]  all {len(tasks)} tasks\n")
        return
    print_tasks(report, plan, console)
    green = sum(all(c.status.value in GREEN for c in report.checks if c.task == task) for task in tasks)
    hidden = [plan.hidden[task] for task in tasks if task in plan.hidden]
    if len(tasks) > 1:
        console.print(f"\n{green} of {len(tasks)} tasks pass their visible checks.")
    elif green or all(c.status.value == "not_attempted" for c in report.checks):
        console.print()  # a failure ends with an empty line of its own
    if hidden:
        text = waiting(hidden[0]) if len(tasks) == 1 else waiting_together(hidden)
        say(console, f"[dim]{escape(text)}[/]")
    if several:
        console.print()


def check_json(unit: Unit, report: Report) -> str:
    """The report of the visible checks, with what is known of the hidden ones."""
    tasks = {check.task for check in report.checks}
    hidden = {task: {"checks": h.checks, "points": h.points, "inputs": list(h.inputs)}
              for task, h in read_plan(unit).hidden.items() if task in tasks}  # fmt: skip
    return json.dumps({**report.to_dict(), "hidden": hidden}, ensure_ascii=False)


def show_score(unit: Unit, submitted: Submitted, report: Report) -> None:
    """One unit's marks for a person."""
    from course.plan import read_plan

    console = stdout()
    receipt = submitted.receipt
    console.print(f"[bold]{unit.name}[/]  {unit.title}")
    console.print(f"[dim]{receipt.file}, submitted {receipt.time}, sha256 {receipt.sha256[:8]}[/]\n")
    print_tasks(report, read_plan(unit), console, marks=True)
    console.print(f"\n[bold]{points_line(report)}[/]")
    if by_hand := sum(q.points for q in unit.questions):
        where = f"; the questions are in the notebook: course fetch {unit.short_name} --notebook"
        say(
            console,
            f"{plural(by_hand, 'more point')} for answers in words, which a person marks in a class"
            f"{where if receipt.file.endswith('.py') else ''}.",
        )
    console.print(
        f"[dim]The report is kept as report.json in\n  {shown(submitted.folder)}[/]\n", soft_wrap=True
    )


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
    bad = [check for check in checks if check.status.value not in GREEN]
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
            say(console, f"[dim]and {plural(len(bad) - 1, 'more check')} not passed:[/]", 6)
            for check in bad[1:]:
                say(console, f"[dim]- {escape(check.title)}[/]", 8)
        if status not in ("skipped", "grader_fault"):
            say(console, f"[dim]stuck?[/] course hint {plan.unit.short_name}.{escape(task)}", 6)
        console.print()


def print_failure(check: CheckResult, console: Console) -> None:
    """What was checked, what came, one hint, what was printed."""
    hidden = "" if check.visible else " [dim](a hidden check)[/]"
    say(console, f"[bold]{escape(check.title)}[/]{hidden}", 6)
    for line in check.message.splitlines():
        say(console, escape(line), 6)
    if check.hint and "does not parse" not in check.message:  # the hint is about the task, not about Python
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
