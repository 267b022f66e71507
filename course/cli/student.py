"""Commands for students: from the first stub to a score. Each names the next command."""

from __future__ import annotations

import contextlib
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from course.catalog import Catalog, Unit, load_catalog
from course.errors import InternalError, UsageError
from course.workspace import Workspace, now, sha256_of, shown

if TYPE_CHECKING:
    from course.batch import Done, Job, Worker
    from course.exchange import Submitted
    from course.report import Report


def talk(text: str) -> None:
    """A remark on stderr."""
    click.echo(text, err=True)


def tell_notes(workspace: Workspace) -> None:
    """What the workspace wants the student to hear, once."""
    while workspace.notes:
        talk(f"note: {workspace.notes.pop(0)}")


def run(jobs: list[Job], what: str, worker: Worker | None) -> list[Done]:
    """Grades jobs one after the other with a bar; raises for the first one that has no report."""
    from course.batch import Worker
    from course.render import progress

    with contextlib.ExitStack() as stack:
        if worker is None:
            worker = stack.enter_context(contextlib.closing(Worker()))  # imports torch while we do
        bar = stack.enter_context(progress(what))
        bar(0, len(jobs))
        finished = []
        for job in jobs:
            finished.append(worker.run(job))
            bar(len(finished), len(jobs))
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
        from course.render import progress_table, stdout

        console = stdout()
        console.print(f"[bold]{catalog.title}[/]\n")
        console.print(progress_table(rows))
        console.print("\n[dim]tasks: how many pass their visible checks; points: hidden checks included[/]")
        talk(f"\nNext: {next_command(workspace, catalog)}")
    tell_notes(workspace)


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


@click.command()
@click.argument("unit")
@click.option(
    "--to", "folder", type=click.Path(path_type=Path, file_okay=False), help="Another folder than this one."
)
@click.option("--notebook", is_flag=True, help="As a Jupyter notebook.")
def fetch(unit: str, folder: Path | None, notebook: bool) -> None:
    """Get a unit's stub; your own work is never overwritten."""
    catalog = load_catalog()
    chosen = catalog.unit(unit)
    path, written = Workspace(catalog).fetch(chosen, folder, notebook)
    if written:
        click.echo(f"{shown(path)}: {chosen.title}, {len(chosen.tasks)} tasks.")
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
@click.pass_obj
def check(worker: Worker | None, target: str | None, path: Path | None, as_json: bool) -> int:
    """Run the visible checks on your work."""
    from course.batch import Job
    from course.source import parse_submission, read_bytes

    catalog = load_catalog()
    workspace = Workspace(catalog)
    jobs = []
    for unit, task, file in targets(catalog, workspace, target, path):
        data = read_bytes(file)
        parse_submission(file.name, data)  # what cannot be read is said before anything starts
        tasks = frozenset({task}) if task else None
        jobs.append(Job(unit, catalog.root, unit.name, file.name, data, hidden=False, tasks=tasks))
    tell_notes(workspace)
    reports = [(done.job.key, done.report) for done in run(jobs, "check", worker)]
    for unit, report in reports:
        assert report is not None
        if path is None:
            workspace.record_check(unit, report)
        if as_json:
            click.echo(check_json(unit, report))
        else:
            show_check(unit, report, len(reports) > 1)
    tell_notes(workspace)
    if not as_json:
        talk(f"\nNext: {after_check(workspace, reports, path)}")
    return max(report.exit_code for _, report in reports if report)


def targets(
    catalog: Catalog, workspace: Workspace, target: str | None, path: Path | None
) -> list[tuple[Unit, str | None, Path]]:
    """What to check: (unit, task or None, file)."""
    if target is not None:
        unit, task = catalog.target(target)
        return [(unit, task, path or workspace.working_copy(unit))]
    if path is not None:
        found = catalog.unit_of_file(path)
        if found is None:
            raise UsageError(f"{path}: its name tells no unit; say which: course check UNIT --file {path}")
        return [(found, None, path)]
    here = workspace.units_here()
    if not here:
        raise UsageError(f"there is no unit in this folder. Next: course fetch {catalog.units[0].short_name}")
    return [(unit, None, workspace.working_copy(unit)) for unit in here]


def show_check(unit: Unit, report: Report, several: bool) -> None:
    """One unit's visible verdicts for a person."""
    from rich.markup import escape

    from course.plan import read_plan
    from course.render import print_tasks, say, stdout, waiting, waiting_together

    console = stdout()
    plan = read_plan(unit)
    tasks = dict.fromkeys(check.task for check in report.checks)
    console.print(f"[bold]{unit.name}[/]  {unit.title}\n")
    if several and all(check.status.value == "not_attempted" for check in report.checks) and not report.notes:
        console.print(f"  [dim]○ not attempted[/]  all {len(tasks)} tasks\n")
        return
    print_tasks(report, plan, console)
    green = sum(
        all(c.status.value in ("passed", "deferred") for c in report.checks if c.task == task)
        for task in tasks
    )
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
    from course.plan import read_plan

    tasks = {check.task for check in report.checks}
    hidden = {task: {"checks": h.checks, "points": h.points, "inputs": list(h.inputs)}
              for task, h in read_plan(unit).hidden.items() if task in tasks}  # fmt: skip
    return json.dumps({**report.to_dict(), "hidden": hidden}, ensure_ascii=False)


def after_check(workspace: Workspace, reports: list[tuple[Unit, Report | None]], path: Path | None) -> str:
    """The next step: the first task that is not green, else the next task, else submit."""
    option = f" --file {path}" if path else ""
    for unit, report in reports:
        assert report is not None
        for result in report.checks:
            if result.status.value not in ("passed", "deferred", "grader_fault"):
                verb = "fill in" if result.status.value == "not_attempted" else "mend"
                return f"{verb} {result.task}, then: course check {unit.short_name}.{result.task}{option}"
        progress = workspace.progress(unit)
        left = [
            task
            for task in unit.tasks
            if task not in progress.tasks or progress.tasks[task].status != "passed"
        ]
        if path is None and left:
            return f"on to {left[0]}, then: course check {unit.short_name}.{left[0]}"
    return f"course submit {reports[0][0].short_name}"


# --- hint, lesson, reset


@click.command()
@click.argument("target", metavar="UNIT[.TASK]")
@click.option("--more", is_flag=True, help="All hints at once.")
def hint(target: str, more: bool) -> None:
    """A hint; ask again for a second one."""
    from rich.markup import escape

    from course.plan import read_plan
    from course.render import say, stdout

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
        if sys.stdin.isatty():
            raise
        raise UsageError(f"no answer, so {otherwise}; in a script, say --yes.") from error
    if not answer:
        talk(f"{otherwise[0].upper()}{otherwise[1:]}.")
        raise click.exceptions.Exit(1)


# --- submit, score


@click.command()
@click.argument("unit")
@click.option("--yes", is_flag=True, help="Do not ask.")
def submit(unit: str, yes: bool) -> None:
    """Hand in a unit: freezes a copy and gives a receipt."""
    from course.exchange import LocalExchange
    from course.source import parse_submission, read_bytes

    catalog = load_catalog()
    workspace = Workspace(catalog)
    chosen = catalog.unit(unit)
    path = workspace.working_copy(chosen)
    data = read_bytes(path)
    parse_submission(path.name, data)
    tell_notes(workspace)
    for line in submission_facts(workspace, chosen, path, data):
        talk(line)
    sure("Submit it?", yes, "nothing was submitted")
    receipt = LocalExchange(workspace.state / "submissions").submit(chosen, path.name, data).receipt
    click.echo(f"Submitted {receipt.file} at {receipt.time}")
    click.echo(f"  sha256   {receipt.sha256}")
    click.echo(f"  frozen, with its receipt, in\n  {receipt.place}")
    talk(f"\nNext: course score {chosen.short_name}")


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


@click.command()
@click.argument("unit", required=False)
@click.option("--again", is_flag=True, help="Mark it anew, with fresh inputs, also if marks are there.")
@click.option("--json", "as_json", is_flag=True, help="One JSON report a line on stdout.")
@click.pass_obj
def score(worker: Worker | None, unit: str | None, again: bool, as_json: bool) -> int:
    """The marks of what you submitted last."""
    from course.exchange import LocalExchange

    catalog = load_catalog()
    workspace = Workspace(catalog)
    exchange = LocalExchange(workspace.state / "submissions")
    chosen = [catalog.unit(unit)] if unit else list(catalog)
    found = {u: submitted for u in chosen if (submitted := exchange.latest(u))}
    if not found:
        word = chosen[0].short_name
        raise UsageError(
            f"nothing is submitted yet{f' of {word}' if unit else ''}. Next: course submit {word}"
        )
    reports: dict[Unit, Report] = {}
    jobs = []
    for one, submitted in found.items():
        report = None if again else exchange.report(submitted)
        if report is not None:
            reports[one] = report
        else:
            jobs.append(score_job(catalog, one, submitted, exchange.read(submitted)))
    for done in run(jobs, "score", worker) if jobs else []:
        assert done.report is not None
        reports[done.job.key] = done.report
        exchange.keep_report(found[done.job.key], done.report)
        workspace.record_score(done.job.key, done.report, now())
    for one, submitted in found.items():
        if as_json:
            click.echo(reports[one].to_json())
        else:
            show_score(one, submitted, reports[one])
    tell_notes(workspace)
    return max(report.exit_code for report in reports.values())


def score_job(catalog: Catalog, unit: Unit, submitted: Submitted, data: bytes) -> Any:
    """The job of marking a submission; raises UsageError where this copy cannot."""
    from course.batch import Job

    if not unit.has_hidden_checks:
        raise UsageError(
            f"this copy of the course holds no hidden checks of {unit.name}, so it cannot give marks. In a class "
            f"they come from your instructor; a clone of the course can mark too."
        )
    return Job(unit, catalog.root, unit.name, submitted.receipt.file, data)


def show_score(unit: Unit, submitted: Submitted, report: Report) -> None:
    """One unit's marks for a person."""
    from course.plan import read_plan
    from course.render import plural, points_line, print_tasks, stdout

    console = stdout()
    receipt = submitted.receipt
    console.print(f"[bold]{unit.name}[/]  {unit.title}")
    console.print(f"[dim]{receipt.file}, submitted {receipt.time}, sha256 {receipt.sha256[:8]}[/]\n")
    print_tasks(report, read_plan(unit), console, marks=True)
    console.print(f"\n[bold]{points_line(report)}[/]")
    if by_hand := sum(q.points for q in unit.questions):
        console.print(f"{plural(by_hand, 'more point')} for your own words, which a person marks.")
    click.echo(f"The report is kept as report.json in\n  {shown(submitted.folder)}\n")
    if report.exit_code == 1:
        talk(f"Next: mend, course check {unit.short_name}, then course submit {unit.short_name} again")


# --- doctor, demo


@click.command()
@click.option("--json", "as_json", is_flag=True, help="One JSON object on stdout.")
def doctor(as_json: bool) -> int:
    """Is everything here: Python, torch, GPU, and each layer of the sandbox."""
    from course.doctor import examine, print_diagnosis
    from course.render import progress

    with progress("doctor") as bar:
        diagnosis = examine(bar)
    if as_json:
        click.echo(json.dumps(diagnosis.to_dict(), ensure_ascii=False))
    else:
        print_diagnosis(diagnosis)
    return 0 if diagnosis.well else 1


@click.command()
@click.option("--unit", "unit", metavar="UNIT", help="Show it on this unit; default: the first.")
def demo(unit: str | None) -> int:
    """The whole way on a temporary folder: fetch, check, submit, score."""
    from course.demo import play

    catalog = load_catalog()
    return play(catalog, catalog.unit(unit) if unit else catalog.units[0])
