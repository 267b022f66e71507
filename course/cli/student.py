"""Commands for students: from the first stub to a score. Each names the next command."""

from __future__ import annotations

import contextlib
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from course.catalog import load_catalog
from course.errors import InternalError, UsageError
from course.workspace import Workspace, shown

if TYPE_CHECKING:
    from course.jobs import Done, Grades, Job


LOCAL = click.option("--local", is_flag=True, help="On your own, although nbgrader knows a class here.")


def talk(text: str) -> None:
    """A remark on stderr."""
    click.echo(text, err=True)


def tell_notes(workspace: Workspace) -> None:
    """What the workspace wants the student to hear, once."""
    while workspace.notes:
        talk(f"note: {workspace.notes.pop(0)}")


def run(jobs: list[Job], what: str, worker: Grades | None, cold: bool = False) -> list[Done]:
    """Grades jobs one after the other with a bar; raises for the first one that has no report."""
    from course.resident import new_worker

    with contextlib.ExitStack() as stack:
        if worker is None:
            worker = stack.enter_context(contextlib.closing(new_worker(cold)))
        if len(jobs) == 1:
            worker.begin(jobs[0])
        # imported while the first job is on its way
        from course.render import progress, working

        if len(jobs) == 1:
            stack.enter_context(working(f"{what} {jobs[0].unit}"))
            finished = [worker.run(jobs[0])]
        else:
            bar = stack.enter_context(progress(what))
            finished = []
            for number, job in enumerate(jobs):
                bar(number, len(jobs))
                finished.append(worker.run(job))
    for done in finished:
        if done.report is None:
            raise (UsageError if done.exit_code == 2 else InternalError)(done.problem)
        for check in done.report.checks:
            if check.fault:
                talk(f"course: {check.id} is broken: {check.fault}")
    return finished


# --- list, fetch


@click.command("list")
@click.option("--json", "as_json", is_flag=True, help="One JSON array on stdout.")
def list_command(as_json: bool) -> None:
    """The units, and how far you are."""
    from course.plan import read_plan
    from course.steps import next_command

    catalog = load_catalog()
    workspace = Workspace(catalog)
    rows, data = [], []
    for unit in catalog:
        points = (
            read_plan(unit, outline=True).max_points + sum(q.points for q in unit.questions)
            if unit.tasks
            else 0
        )
        progress = workspace.progress(unit)
        green = progress.green(unit.tasks)
        rows.append((unit.number, unit.short_name, unit.title, len(unit.tasks), points, progress, green))
        score = (
            {"points": progress.score.points, "max_points": progress.score.max_points}
            if progress.score
            else None
        )
        data.append({"unit": unit.name, "title": unit.title, "tasks": len(unit.tasks), "points": points,
                     "green": green, "score": score})  # fmt: skip
    if as_json:
        click.echo(json.dumps(data, ensure_ascii=False))
    else:
        from course.render import stdout
        from course.student_view import progress_table

        console = stdout()
        console.print(f"[bold]{catalog.title}[/]\n")
        console.print(progress_table(rows))
        console.print("\n[dim]tasks: how many pass their visible checks; points: hidden checks included[/]")
        talk(f"\nNext: {next_command(workspace, catalog)}")
    tell_notes(workspace)


@click.command()
@click.argument("unit")
@click.option(
    "--to", "folder", type=click.Path(path_type=Path, file_okay=False), help="Another folder than this one."
)
@click.option(
    "--notebook/--script", default=None, help="As a Jupyter notebook or a script; in a class: a notebook."
)
@LOCAL
def fetch(unit: str, folder: Path | None, notebook: bool | None, local: bool) -> None:
    """Get a unit's stub; your own work is never overwritten."""
    from course.cli.in_class import fetch_from, joined_class

    catalog = load_catalog()
    chosen = catalog.unit(unit)
    if joined := joined_class(local):
        path, written = fetch_from(joined, chosen, folder, script=notebook is False)
    else:
        path, written = Workspace(catalog).fetch(chosen, folder, bool(notebook))
    if written:
        click.echo(f"{shown(path)}: {chosen.title}, {len(chosen.tasks)} tasks.")
        twin = path.with_suffix(".py" if path.suffix == ".ipynb" else ".ipynb")
        if twin.is_file():
            talk(
                f"note: it holds what {twin.name} holds; from now on commands use the one that you saved last."
            )
    else:
        click.echo(f"{shown(path)}: already here.")
    first = f".{chosen.tasks[0]}" if chosen.tasks else ""
    go = f"cd {folder}, " if folder else ""
    talk(f"Next: {go}open it, fill in the first task, then: course check {chosen.short_name}{first}")


# --- check


@click.command()
@click.argument("target", required=False, metavar="[UNIT[.TASK]]")
@click.option(
    "--file", "path", type=click.Path(path_type=Path), help="Check this file instead of the one here."
)
@click.option("--json", "as_json", is_flag=True, help="One JSON report a line on stdout.")
@click.option("--cold", is_flag=True, help="Without the warm Python that commands share; see course doctor.")
@click.pass_obj
def check(worker: Grades | None, target: str | None, path: Path | None, as_json: bool, cold: bool) -> int:
    """Run the visible checks on your work."""
    from course.jobs import Job
    from course.source import parse_submission, read_bytes
    from course.steps import after_check, targets

    catalog = load_catalog()
    workspace = Workspace(catalog)
    jobs = []
    for unit, task, file in targets(catalog, workspace, target, path):
        data = read_bytes(file)
        parse_submission(file.name, data)  # what cannot be read is said before anything starts
        tasks = frozenset({task}) if task else None
        jobs.append(Job(unit, catalog.root, unit.name, file.name, data, hidden=False, tasks=tasks))
    tell_notes(workspace)
    reports = [(done.job.key, done.report) for done in run(jobs, "check", worker, cold)]
    from course.student_view import check_json, show_check

    for unit, report in reports:
        assert report is not None
        if path is None:
            workspace.record_check(unit, report)
            workspace.saw_hints(unit, report)
        if as_json:
            click.echo(check_json(unit, report))
        else:
            show_check(unit, report, len(reports) > 1)
    tell_notes(workspace)
    if not as_json:
        talk(f"{'' if len(reports) > 1 else chr(10)}Next: {after_check(workspace, reports, path)}")
    return max(report.exit_code for _, report in reports if report)


# --- hint, lesson, reset


@click.command()
@click.argument("target", metavar="UNIT[.TASK]")
@click.option("--more", is_flag=True, help="All hints at once.")
def hint(target: str, more: bool) -> None:
    """A hint; ask again for a second one."""
    from rich.markup import escape

    from course.plan import read_plan
    from course.render import stdout
    from course.student_view import say

    catalog = load_catalog()
    workspace = Workspace(catalog)
    unit, task = catalog.target(target)
    if task is None:
        progress = workspace.progress(unit)
        open_tasks = [
            t for t in unit.tasks if t not in progress.tasks or progress.tasks[t].status != "passed"
        ]
        if not open_tasks:
            raise UsageError(
                f"every task of {unit.name} is green; name one: course hint {unit.short_name}.TASK"
            )
        task = open_tasks[0]
    hints = read_plan(unit, outline=True).hints(task)
    if not hints:
        raise UsageError(
            f"{unit.short_name}.{task} has no hints; course lesson {unit.short_name}.{task} may help."
        )
    level = workspace.next_hint(unit, task, len(hints))
    level = len(hints) if more else level
    console = stdout()
    for number, text in enumerate(hints[:level], start=1):
        say(console, f"[cyan]hint {number} of {len(hints)}[/]  {escape(task)}")
        say(console, escape(text), 2)
    tell_notes(workspace)
    again = f"course hint {unit.short_name}.{task}  for the next one, or " if level < len(hints) else ""
    talk(f"\nNext: {again}course check {unit.short_name}.{task}")


@click.command()
@click.argument("target", metavar="UNIT[.TASK]")
def lesson(target: str) -> None:
    """Read a unit's lesson, or the part that leads to one task."""
    from course.lesson import lesson_text, show

    unit, task = load_catalog().target(target)
    show(lesson_text(unit, task))


@click.command()
@click.argument("target", metavar="UNIT[.TASK]")
@click.option("--yes", is_flag=True, help="Do not ask.")
def reset(target: str, yes: bool) -> None:
    """Put a stub back; what you had is kept beside."""
    catalog = load_catalog()
    workspace = Workspace(catalog)
    unit, task = catalog.target(target)
    path = workspace.working_copy(unit)
    tell_notes(workspace)
    what = f"the cell of {task} in {shown(path)}" if task else f"all of {shown(path)}"
    sure(f"Put {what} back to the stub? A copy of your file is kept.", yes, "nothing was changed")
    backup = workspace.reset(unit, task)
    workspace.notes.clear()
    click.echo(f"{shown(path)}: {task or 'the whole unit'} is the stub again.")
    click.echo(f"Your file as it was: {shown(backup)}")


def sure(question: str, yes: bool, otherwise: str) -> None:
    """Asks; ends the command unless the answer is yes."""
    if yes:
        return
    try:
        answer = click.confirm(question, err=True)
    except click.Abort as error:
        talk("")
        if sys.stdin.isatty():
            raise
        raise UsageError(f"no answer, so {otherwise}; in a script, say --yes.") from error
    if not answer:
        talk(f"{otherwise[0].upper()}{otherwise[1:]}.")
        raise click.exceptions.Exit(1)


# --- doctor, demo


@click.command()
@click.option("--json", "as_json", is_flag=True, help="One JSON object on stdout.")
def doctor(as_json: bool) -> int:
    """Is everything here: Python, torch, GPU, and each layer of the sandbox."""
    from course.doctor import examine, print_diagnosis
    from course.render import working

    with working("putting the sandbox to the test"):
        diagnosis = examine()
    if as_json:
        click.echo(json.dumps(diagnosis.to_dict(), ensure_ascii=False))
    else:
        print_diagnosis(diagnosis)
    return 0 if diagnosis.well else 1


@click.command()
@click.option("--unit", "unit", metavar="UNIT", help="Show it on this unit; default: the first.")
@click.option("--class", "as_class", is_flag=True, help="Show a class: release, three students, marks.")
@click.option(
    "--to",
    "folder",
    type=click.Path(path_type=Path),
    help="A new folder for the class.",
)
def demo(unit: str | None, as_class: bool, folder: Path | None) -> int:
    """The whole way on a temporary folder: fetch, check, submit, score; or a class."""
    from course.demo import play

    catalog = load_catalog()
    chosen = catalog.unit(unit) if unit else catalog.units[0]
    if not as_class:
        return play(catalog, chosen)
    from course.demo_class import play_class

    return play_class(chosen, folder)
