"""Commands for instructors: grade, and the class."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from course.catalog import Catalog, Unit, load_catalog
from course.errors import SubmissionError, UsageError


@click.command()
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--unit", "unit_word", metavar="UNIT", help="The unit, where file names do not tell.")
@click.option("--json", "as_json", is_flag=True, help="One JSON report a line on stdout.")
@click.option("--workers", type=click.IntRange(1), default=1, show_default=True, help="Worker processes.")
@click.option("--seed", type=int, help="Repeat a run: the seed that its report records.")
def grade(
    paths: tuple[Path, ...], unit_word: str | None, as_json: bool, workers: int, seed: int | None
) -> int:
    """Grade files, or folders of them, with all checks, hidden ones too."""
    from course.batch import run_jobs
    from course.jobs import Job
    from course.render import grade_table, print_report, progress, stdout
    from course.source import read_bytes

    catalog = load_catalog()
    unit = catalog.unit(unit_word) if unit_word else None
    jobs, code = [], 0
    for path in find_submissions(paths):
        chosen = unit or unit_of(catalog, path)
        try:
            jobs.append(Job(path, catalog.root, chosen.name, path.name, read_bytes(path), seed))
        except SubmissionError as error:
            click.echo(f"course: {error}", err=True)
            code = max(code, error.exit_code)
    needed = {job.unit for job in jobs}
    for name in sorted(needed):
        if not catalog.unit(name).has_hidden_checks:
            raise UsageError(
                f"this copy of the course has no hidden checks for {name}; grading needs a clone."
            )
    finished = []
    with progress("grade") as bar:
        for number, done in enumerate(run_jobs(jobs, workers), start=1):
            bar(number, len(jobs))
            if done.problem is not None:
                click.echo(f"course: {done.problem}", err=True)
                code = max(code, done.exit_code)
            if done.report is None:
                continue
            code = max(code, done.report.exit_code)
            finished.append(done)
            if as_json:
                click.echo(done.report.to_json())
            for check in done.report.checks:
                if check.fault:
                    click.echo(f"course: {check.id} is broken: {check.fault}", err=True)
    if not as_json and len(jobs) == 1 and finished:
        assert finished[0].report is not None
        print_report(finished[0].report)
    elif not as_json:
        stdout().print(grade_table(finished))
    sys.stdout.flush()
    return code


def find_submissions(paths: tuple[Path, ...]) -> list[Path]:
    """Files as given, and the scripts and notebooks in folders, in name order."""
    found: list[Path] = []
    for path in paths:
        if path.is_dir():
            inside = sorted(p for p in path.rglob("*") if p.suffix in (".py", ".ipynb"))
            found += [
                p
                for p in inside
                if not any(part.startswith((".", "__pycache__")) for part in p.relative_to(path).parts)
            ]
        else:
            found.append(path)
    if not found:
        raise UsageError("no .py or .ipynb files there.")
    return found


def unit_of(catalog: Catalog, path: Path) -> Unit:
    """The unit that a path names, by its file or one of its folders."""
    for candidate in (path, *path.parents):
        if unit := catalog.unit_of_file(candidate):
            return unit
    raise UsageError(f"{path}: its name tells no unit; say which one with --unit.")
