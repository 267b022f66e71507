"""`course watch`: the student's test watcher."""

from __future__ import annotations

import contextlib
import sys
import time
from typing import TYPE_CHECKING

import click

from course.catalog import load_catalog
from course.workspace import Workspace

if TYPE_CHECKING:
    from course.jobs import Grades
    from course.watch import Watcher


@click.command()
@click.argument("target", required=False, metavar="[UNIT]")
@click.option("--cold", is_flag=True, help="Without the warm Python that commands share; see course doctor.")
@click.pass_obj
def watch(worker: Grades | None, target: str | None, cold: bool) -> int:
    """Check again on every save: only what changed and what depends on it."""
    from course.plan import read_plan
    from course.resident import new_worker
    from course.steps import targets
    from course.watch import Watcher, events, single_keys

    catalog = load_catalog()
    workspace = Workspace(catalog)
    unit, _, path = targets(catalog, workspace, target, None)[0]
    with contextlib.ExitStack() as stack:
        worker = worker or stack.enter_context(contextlib.closing(new_worker(cold)))
        watcher = Watcher(catalog, unit, read_plan(unit), path.resolve(), worker)
        show(watcher, workspace, frozenset(unit.tasks), check(watcher, everything=True))
        keys = stack.enter_context(single_keys())
        for event in events(watcher.path, keys, lambda text: click.echo(f"note: {text}", err=True)):
            if event == "quit":
                break
            if event == "hint":
                show_hint(watcher, workspace)
            elif event == "next":
                click.echo(f"Next: {watcher.first_open() or f'course submit {unit.short_name}'}")
            else:
                seconds = check(watcher, everything=event == "all")
                if watcher.last or watcher.problem:
                    show(watcher, workspace, watcher.last, seconds)
    return 0


def check(watcher: Watcher, everything: bool) -> float:
    """Checks, and the seconds that it took."""
    began = time.perf_counter()
    watcher.last = watcher.check(everything)
    return time.perf_counter() - began


def show(watcher: Watcher, workspace: Workspace, tasks: frozenset[str], seconds: float) -> None:
    """A fresh screen with the verdicts; below, what the keys do."""
    from course.student_view import show_check

    if sys.stdout.isatty():
        click.clear()
    if watcher.problem:
        click.echo(watcher.problem)
    elif watcher.report is not None:
        workspace.record_check(watcher.unit, watcher.report)
        show_check(watcher.unit, watcher.report, several=False)
    what = "all tasks" if len(tasks) == len(watcher.unit.tasks) else ", ".join(sorted(tasks)) or "nothing"
    if watcher.report is not None and watcher.first_open() is None:
        click.echo(f"\nAll green. Next: course submit {watcher.unit.short_name}")
    click.echo(f"\n{time.strftime('%H:%M:%S')}  checked {what} in {seconds:.2f} s")
    if sys.stdin.isatty():
        click.echo("h hint   a all   n next   q quit   (saves are checked by themselves)")
    sys.stdout.flush()


def show_hint(watcher: Watcher, workspace: Workspace) -> None:
    """The next hint of the first task that is not green."""
    task = watcher.first_open()
    hints = watcher.plan.hints(task) if task else ()
    if task is None or not hints:
        click.echo("Everything is green: no hint is needed.")
        return
    level = workspace.next_hint(watcher.unit, task, len(hints))
    click.echo(f"{task}: {hints[min(level, len(hints)) - 1]}")
