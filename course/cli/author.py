"""Commands for authors: validate, sync, new."""

from __future__ import annotations

import click

from course.catalog import load_catalog


@click.command()
@click.argument("units", nargs=-1)
@click.option("--workers", type=click.IntRange(1), default=None, help="Worker processes; default: one per core.")
@click.option("--only", metavar="TEXT", help="Only variants whose name contains TEXT (and the reference).")
def validate(units: tuple[str, ...], workers: int | None, only: str | None) -> int:
    """Prove units: references pass, stubs and known wrong answers fail."""
    from course.audit import audit
    from course.batch import default_workers
    from course.render import audit_table, progress, stdout

    catalog = load_catalog()
    chosen = [catalog.unit(word) for word in units] or list(catalog)
    audits = []
    with progress("validate") as bar:
        for done, total, audits in audit(catalog, chosen, workers or default_workers(), only):
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
        for path, make in ((unit.exercise, lambda: stub_text(unit)), (unit.summary, lambda: summary_text(read_plan(unit)))):
            text = make()
            if not path.is_file() or path.read_text(encoding="utf-8") != text:
                path.write_text(text, encoding="utf-8")
                written.append(str(path.relative_to(catalog.root)))
                unit.__dict__.pop("tasks", None)
        click.echo(f"{unit.name}: {', '.join(written) or 'in sync'}")


@click.command()
@click.argument("name")
def new(name: str) -> None:
    """Start a unit: a solution with one task, its checks and one variant of each kind."""
    from course.scaffold import create_unit

    for path in create_unit(load_catalog(), name):
        click.echo(f"wrote {path}")
    click.echo(f"Next: course sync {name} && course validate {name}")
