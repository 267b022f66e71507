"""Commands for students: submit and score, on one's own or in a class."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from course.catalog import Catalog, Unit, load_catalog
from course.cli.student import LOCAL, run, sure, talk, tell_notes
from course.errors import UsageError
from course.workspace import Workspace, now

if TYPE_CHECKING:
    from course.exchange import Submitted
    from course.jobs import Grades, Job
    from course.report import Report


@click.command()
@click.argument("unit")
@click.option("--yes", is_flag=True, help="Do not ask.")
@LOCAL
def submit(unit: str, yes: bool, local: bool) -> None:
    """Hand in a unit: freezes a copy and gives a receipt."""
    from course.cli.in_class import joined_class, show_receipt, submit_to
    from course.exchange import LocalExchange
    from course.source import parse_submission, read_bytes
    from course.steps import submission_facts

    catalog = load_catalog()
    workspace = Workspace(catalog)
    chosen = catalog.unit(unit)
    path = workspace.working_copy(chosen)
    data = read_bytes(path)
    parse_submission(path.name, data)
    tell_notes(workspace)
    joined = joined_class(local)
    for line in submission_facts(workspace, chosen, path, data):
        talk(line)
    sure(f"Submit it{f' to {joined.course_id}' if joined else ''}?", yes, "nothing was submitted")
    if joined:
        show_receipt(joined, submit_to(joined, workspace, chosen, path.name, data))
        tell_notes(workspace)
        talk(
            f"\nNext: course score {chosen.short_name}, once feedback is released; you may submit again until then"
        )
        return
    receipt = LocalExchange(workspace.state / "submissions").submit(chosen, path.name, data).receipt
    click.echo(f"Submitted {receipt.file} at {receipt.time}")
    click.echo(f"  sha256   {receipt.sha256}")
    click.echo(f"  frozen, with its receipt, in\n  {receipt.place}")
    talk(f"\nNext: course score {chosen.short_name}")


@click.command()
@click.argument("unit", required=False)
@click.option("--again", is_flag=True, help="Mark it anew, with fresh inputs, also if marks are there.")
@click.option("--json", "as_json", is_flag=True, help="One JSON report a line on stdout.")
@click.option("--cold", is_flag=True, help="Without the warm Python that commands share; see course doctor.")
@LOCAL
@click.pass_obj
def score(
    worker: Grades | None, unit: str | None, again: bool, as_json: bool, cold: bool, local: bool
) -> int:
    """The marks of what you submitted last."""
    from course.cli.in_class import joined_class, score_in
    from course.exchange import LocalExchange
    from course.student_view import show_score

    catalog = load_catalog()
    workspace = Workspace(catalog)
    exchange = LocalExchange(workspace.state / "submissions")
    chosen = [catalog.unit(unit)] if unit else list(catalog)
    if joined := joined_class(local):
        return score_in(joined, catalog, workspace, chosen, as_json)
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
    for done in run(jobs, "score", worker, cold) if jobs else []:
        assert done.report is not None
        reports[done.job.key] = done.report
        exchange.keep_report(found[done.job.key], done.report)
        workspace.record_score(done.job.key, done.report, now())
    for one, submitted in found.items():
        if as_json:
            click.echo(reports[one].to_json())
        else:
            show_score(one, submitted, reports[one])
            if reports[one].exit_code == 1:
                talk(f"Next: mend, course check {one.short_name}, then course submit {one.short_name} again")
    tell_notes(workspace)
    return max(report.exit_code for report in reports.values())


def score_job(catalog: Catalog, unit: Unit, submitted: Submitted, data: bytes) -> Job:
    """The job of marking a submission; raises UsageError where this copy cannot."""
    from course.jobs import Job

    if not unit.has_hidden_checks:
        raise UsageError(
            f"this copy of the course holds no hidden checks of {unit.name}, so it cannot give marks. In a class "
            f"they come from your instructor; a clone of the course can mark too."
        )
    return Job(unit, catalog.root, unit.name, submitted.receipt.file, data)
