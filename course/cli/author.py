"""Commands for authors: validate, sync, new."""

from __future__ import annotations

from pathlib import Path

import click

from course.catalog import load_catalog


@click.command()
@click.argument("units", nargs=-1)
@click.option(
    "--workers", type=click.IntRange(1), default=None, help="Worker processes; default: one per core."
)
@click.option("--only", metavar="TEXT", help="Only variants whose name contains TEXT (and the reference).")
@click.option(
    "--seeds",
    type=click.IntRange(1),
    default=1,
    help="Grade each with that many seeds: shows verdicts that hang on a draw. Default: 1.",
)
def validate(units: tuple[str, ...], workers: int | None, only: str | None, seeds: int) -> int:
    """Prove units: references pass, stubs and known wrong answers fail."""
    from course.audit import UnitAudit, audit
    from course.batch import default_workers
    from course.render import audit_table, progress, stdout

    catalog = load_catalog()
    chosen = [catalog.unit(word) for word in units] or list(catalog)
    audits: list[UnitAudit] = []
    with progress("validate") as bar:
        for done, total, audits in audit(  # noqa: B007
            catalog, chosen, workers or default_workers(), only, seeds
        ):
            bar(done, total)
    stdout().print(audit_table(audits))
    for found in audits:
        for problem in found.problems:
            click.echo(f"{found.unit.name}: {problem}")
    return 0 if all(found.green for found in audits) else 1


@click.command()
@click.argument("units", nargs=-1)
def sync(units: tuple[str, ...]) -> None:
    """Write exercises/ and the summaries from solutions/ and graders/."""
    from course.plan import read_plan, summary_text
    from course.stubs import stub_text

    catalog = load_catalog()
    for unit in [catalog.unit(word) for word in units] or list(catalog):
        written = []
        unit.exercise.parent.mkdir(exist_ok=True)
        if write_if_new(unit.exercise, stub_text(unit)):
            written.append(str(unit.exercise.relative_to(catalog.root)))
        fresh = load_catalog(catalog.root).unit(unit.name)  # its tasks are those of the new stub
        if write_if_new(unit.summary, summary_text(read_plan(fresh))):
            written.append(str(unit.summary.relative_to(catalog.root)))
        click.echo(f"{unit.name}: {', '.join(written) or 'in sync'}")


def write_if_new(path: Path, text: str) -> bool:
    """Writes a generated file unless it is the same already; whether it was written."""
    if path.is_file() and path.read_text(encoding="utf-8") == text:
        return False
    path.write_text(text, encoding="utf-8")
    return True


@click.command()
@click.argument("name")
def new(name: str) -> None:
    """Start a unit: a solution with one task, its checks and one variant of each kind."""
    from course.scaffold import create_unit

    for path in create_unit(load_catalog(), name):
        click.echo(f"wrote {path}")
    click.echo(f"Next: course sync {name} && course validate {name}")
