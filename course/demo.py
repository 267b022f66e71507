"""`course demo`: the whole way on a temporary folder, each command as a user would type it.

Nothing is staged: the commands are the real ones, run in this process, with one sandbox for all,
so that torch is imported once.
"""

from __future__ import annotations

import contextlib
import os
import re
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import click

from course.batch import Worker
from course.catalog import Catalog, Unit
from course.errors import CourseError, UsageError
from course.plan import BUILT_IN_MISTAKES, UnitPlan, read_plan
from course.render import stdout
from course.workspace import replace_cell, write_atomically

HEADER = re.compile(r"^# (task|mistake|fails): *(.*)$", re.MULTILINE)
MARKS = re.compile(r"^[ \t]*### (?:BEGIN|END) SOLUTION[ \t]*\n", re.MULTILINE)


class Stage:
    """Prints and runs commands in the current folder. A worker given serves all that grade."""

    def __init__(self, worker: Worker | None = None) -> None:
        self.worker = worker
        self.console = stdout()

    def remark(self, text: str) -> None:
        """A line of the narrator's."""
        self.console.print(f"\n[bold]── {text}[/]")

    def command(self, line: str, *more: str) -> int:
        """Runs `course ...` and returns its exit code; `more` arguments are not shown."""
        from course.cli import cli

        self.console.print(f"\n[bold cyan]$ course {line}[/]")
        try:
            code = cli.main([*line.split(), *more], standalone_mode=False, obj=self.worker)
        except CourseError as error:
            click.echo(f"course: {error}")
            code = error.exit_code
        return code if isinstance(code, int) else 0


def play(catalog: Catalog, unit: Unit) -> int:
    """The demo on one unit. Returns 0 if each step ended as it should."""
    began = time.monotonic()
    if not unit.tasks:
        raise UsageError(f"{unit.name} has no tasks yet.")
    with contextlib.closing(Worker()) as worker, temporary_folder():
        stage = Stage(worker)
        good = fetch_and_check(stage, unit)
        if unit.has_hidden_checks:
            good &= make_a_mistake(stage, unit)
            good &= fill_and_score(stage, unit)
        else:
            stage.command(f"hint {unit.short_name}.{unit.tasks[0]}")
    first = f"{unit.short_name}.{unit.tasks[0]}"
    stage.remark(f"That was the whole way, in {time.monotonic() - began:.0f} s. The folder is gone again.")
    stage.console.print("\nYour turn; the first task takes a minute:\n")
    for line in (f"course fetch {unit.short_name}", f"course lesson {first}", f"course check {first}"):
        stage.console.print(f"  [bold cyan]{command_path()}{line}[/]")
    return 0 if good else 3


def fetch_and_check(stage: Stage, unit: Unit) -> bool:
    """A newcomer's first two commands."""
    stage.remark("Get a unit, and check it before anything is filled in")
    good = stage.command(f"fetch {unit.short_name}", "--local") == 0
    return good & (stage.command(f"check {unit.short_name}.{unit.tasks[0]}") == 1)


def make_a_mistake(stage: Stage, unit: Unit) -> bool:
    """A known wrong answer goes into the file; the check names the mistake."""
    found = telling_variants(unit, read_plan(unit))
    if not found:
        return True
    task, code = found[0]
    stage.remark(f"A wrong answer to {task} that many of us have given")
    for line in code.rstrip().splitlines():
        stage.console.print(f"    {line}", markup=False, style="dim")
    path = Path(f"{unit.name}.py")
    edit(path, lambda text: replace_cell(path.name, text, task, f'# %% task="{task}"\n{code}\n\n'))
    return stage.command(f"check {unit.short_name}.{task}") == 1


def fill_and_score(stage: Stage, unit: Unit) -> bool:
    """The reference goes into the file; check, submit, score."""
    stage.remark("All tasks filled in (here: with the reference)")
    edit(Path(f"{unit.name}.py"), lambda _: MARKS.sub("", unit.solution.read_text(encoding="utf-8")))
    good = stage.command(f"check {unit.short_name}") == 0
    stage.remark("Hand it in, and get the marks of the hidden checks too")
    good &= stage.command(f"submit {unit.short_name}", "--yes", "--local") == 0
    return good & (stage.command(f"score {unit.short_name}", "--local") == 0)


def telling_variants(unit: Unit, plan: UnitPlan) -> list[tuple[str, str]]:
    """Wrong variants whose mistakes are worth seeing named, one per task, best first: (task, code).

    Each fails every check of its task; better not the first task, the newcomer's own; of several,
    the one whose mistake has most said about it.
    """
    found: list[tuple[bool, int, str, str]] = []
    for path in unit.variants("wrong"):
        header, _, rest = path.read_text(encoding="utf-8").partition('"""')
        facts = dict(HEADER.findall(header))
        task, mistake = facts.get("task", ""), facts.get("mistake", "")
        fails = {name.strip() for name in facts.get("fails", "").split(",")}
        checks = {check.id for check in plan.checks if check.task == task and not check.cuda}
        code = rest.partition('"""')[2].strip() + "\n"
        if task in unit.tasks and checks <= fails and f"def {task}(" in code and mistake in plan.mistakes:
            said = 0 if mistake in BUILT_IN_MISTAKES else len(plan.mistakes[mistake])
            found.append((task != unit.tasks[0], said, task, code))
    best: dict[str, str] = {}
    for _, _, task, code in sorted(found, reverse=True):
        best.setdefault(task, code)
    return list(best.items())


def edit(path: Path, change: Callable[[str], str]) -> None:
    """What an editor would do."""
    write_atomically(path, change(path.read_text(encoding="utf-8")).encode())


@contextlib.contextmanager
def temporary_folder() -> Iterator[None]:
    """Makes a folder the current one, and removes it afterwards."""
    before = Path.cwd()
    with tempfile.TemporaryDirectory(prefix="course-demo-") as folder:
        os.chdir(folder)
        try:
            yield
        finally:
            os.chdir(before)


def command_path() -> str:
    """What stands before `course` where the shell does not know it: the environment's bin folder."""
    import shutil
    import sys

    beside = Path(sys.executable).parent
    if shutil.which("course") or not (beside / "course").is_file():
        return ""
    with contextlib.suppress(ValueError):
        return f"{beside.relative_to(Path.cwd())}/"
    return f"{beside}/"
