"""`course class ...`: the instructor's commands over nbgrader."""

from __future__ import annotations

import contextlib
from pathlib import Path

import click

from course.catalog import Catalog, Unit, load_catalog
from course.errors import UsageError

DIR = click.option(
    "--dir",
    "folder",
    type=click.Path(path_type=Path),
    default=Path(),
    help="The class's folder; default: here.",
)


@click.group("class")
def class_command() -> None:
    """Run a class with nbgrader: init, release, collect, grade, ..."""


def chosen(word: str) -> tuple[Catalog, Unit]:
    """The catalog and a unit that this copy can grade."""
    catalog = load_catalog()
    unit = catalog.unit(word)
    if not unit.has_hidden_checks:
        raise UsageError(
            "this copy of the course has no solutions and no hidden checks; a class needs a clone."
        )
    return catalog, unit


@class_command.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--course-id", default="pytorch-quickstart", show_default=True, help="nbgrader's course id.")
@click.option(
    "--exchange", type=click.Path(path_type=Path), help="nbgrader's exchange; default: inside the folder."
)
def init(folder: Path, course_id: str, exchange: Path | None) -> None:
    """Make a complete nbgrader course folder; never overwrites."""
    from course.classroom.lessons import init_class

    written = init_class(folder, load_catalog(), course_id, exchange)
    for path in written:
        click.echo(f"wrote {path}")
    if not written:
        click.echo("everything is there already")
    click.echo(f"Next: course class release 1 --dir {folder}", err=True)


@class_command.command()
@click.argument("unit_word", metavar="UNIT")
@DIR
@click.option("--gpu", is_flag=True, help="Count the points of checks that need CUDA; grade on a GPU then.")
@click.option("--refresh", is_flag=True, help="Rewrite the source notebook from the course first.")
def release(unit_word: str, folder: Path, gpu: bool, refresh: bool) -> None:
    """Generate a unit's notebook and release it to the exchange."""
    from course.classroom.lessons import release as release_unit

    _, unit = chosen(unit_word)
    path = release_unit(folder.resolve(), unit, gpu, refresh)
    click.echo(f"released {unit.name} from {path}")
    click.echo(
        f"Students: course fetch {unit.short_name}   (or nbgrader fetch_assignment {unit.name})", err=True
    )


@class_command.command()
@click.argument("unit_word", metavar="UNIT")
@DIR
def collect(unit_word: str, folder: Path) -> None:
    """Collect the newest submissions from the exchange."""
    from course.classroom.grade import submissions
    from course.classroom.lessons import collect as collect_unit

    _, unit = chosen(unit_word)
    problem = collect_unit(folder.resolve(), unit)
    click.echo(f"{len(submissions(folder.resolve(), unit))} submissions of {unit.name} are here")
    if problem:
        raise UsageError(problem)


@class_command.command()
@click.argument("unit_word", metavar="UNIT")
@DIR
@click.option("--workers", type=click.IntRange(1), help="Worker processes; default: one per core.")
@click.option("--force", is_flag=True, help="Grade again, also what has not changed.")
@click.option(
    "--unconfined",
    is_flag=True,
    help="Grade although layers of the sandbox do not hold. Said in every report.",
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object per student on stdout.")
@click.option("--dask", metavar="ADDRESS", help="Grade on a Dask cluster: the address of its scheduler.")
def grade(
    unit_word: str, folder: Path, workers: int | None, force: bool, unconfined: bool, as_json: bool,
    dask: str | None,
) -> int:  # fmt: skip
    """Grade all collected submissions into nbgrader's gradebook."""
    import json

    from course.batch import default_workers, get_ready

    catalog, unit = chosen(unit_word)
    with contextlib.ExitStack() as stack:
        cluster = sandbox = None
        if dask is None:
            from course.sandbox.host import Sandbox

            # torch is imported there while nbgrader is here
            sandbox = stack.enter_context(Sandbox())
            get_ready([unit])
            prove_sandbox(unconfined)
        else:
            from course.cluster import DaskCluster

            cluster = stack.enter_context(DaskCluster(dask, unit, unconfined))
        from course.classroom.grade import grade_class
        from course.render import class_table, progress, stdout

        bar = stack.enter_context(progress("grade"))
        summary = grade_class(
            folder,
            catalog,
            unit,
            workers=workers or default_workers(),
            force=force,
            tell=bar,
            cluster=cluster,
            sandbox=sandbox,
        )
    for row in summary.rows if as_json else ():
        click.echo(json.dumps({"student": row.student, "points": row.points, "max_points": row.max_points,
                               "problem": row.problem, "notes": row.notes}))  # fmt: skip
    if not as_json:
        stdout().print(class_table(summary))
    click.echo(
        f"{len(summary.rows)} submissions: {summary.graded} graded now, {summary.kept} unchanged", err=True
    )
    for row in summary.rows:
        if row.problem:
            click.echo(f"{row.student}: {row.problem}", err=True)
    for line in [
        *summary.faults,
        *(f"{s}: nbgrader did not take it: {why}" for s, why in summary.unfed.items()),
    ]:
        click.echo(f"course: {line}", err=True)
    return summary.exit_code


def prove_sandbox(unconfined: bool) -> None:
    """Refuses to run strangers' code unless every layer is proved; `--unconfined` says so loudly."""
    from course.sandbox.host import Sandbox
    from course.sandbox.witness import prove

    with Sandbox(torch=False) as sandbox:
        findings = prove(sandbox)
    open_layers = {name: finding for name, finding in findings.items() if not finding.held}
    if not open_layers:
        return
    names = ", ".join(sorted(open_layers))
    if not unconfined:
        raise UsageError(
            f"the sandbox does not hold here ({names}); see `course doctor`, or grade with --unconfined."
        )
    click.echo(f"WARNING: grading WITHOUT these protections: {names}. Every report says so.", err=True)


@class_command.command()
@click.argument("unit_word", metavar="UNIT")
@DIR
def feedback(unit_word: str, folder: Path) -> None:
    """Write feedback pages and release them to the exchange."""
    from course.classroom.lessons import give_feedback

    _, unit = chosen(unit_word)
    count, problem = give_feedback(folder.resolve(), unit)
    click.echo(f"{count} feedback pages of {unit.name} below {folder.resolve() / 'feedback'}")
    if problem:
        raise UsageError(problem)


@class_command.command()
@click.argument("unit_word", metavar="UNIT")
@DIR
@click.option(
    "--output", type=click.Path(path_type=Path), help="The page; default: UNIT-report.html in the folder."
)
def report(unit_word: str, folder: Path, output: Path | None) -> None:
    """Write one page with pictures: scores, checks that stop people, mistakes."""
    from course.classroom.statistics import write_page

    _, unit = chosen(unit_word)
    path = output or folder.resolve() / f"{unit.name}-report.html"
    write_page(folder.resolve(), unit, path)
    click.echo(str(path))


@class_command.command()
@click.argument("unit_word", metavar="UNIT")
@DIR
@click.option("--format", "kind", type=click.Choice(["csv", "gradescope"]), default="csv", show_default=True)
@click.option(
    "--output", type=click.Path(path_type=Path), help="A folder; default: exports/UNIT in the class's folder."
)
def export(unit_word: str, folder: Path, kind: str, output: Path | None) -> None:
    """Write marks as CSV (per check and per mistake) or Gradescope's results.json."""
    from course.classroom.exports import write_exports

    _, unit = chosen(unit_word)
    for path in write_exports(
        folder.resolve(), unit, kind, output or folder.resolve() / "exports" / unit.name
    ):
        click.echo(str(path))
