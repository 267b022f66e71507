"""The student's folder: working copies of units, what was checked, backups.

The folder is the current one. A unit's working copy is `01_tensors.py` (or `.ipynb`) in it; in a
clone without one, `exercises/01_tensors.py`. Beside the work lies `.course/`:

    .course/progress.json      verdicts of the last checks, hints asked for, last scores
    .course/backups/           what `course reset` replaced
    .course/submissions/       what was submitted (exchange.py)

Nothing here ever replaces a file of the student's without a copy of it being kept.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import re
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from course.catalog import Catalog, Unit
from course.errors import UsageError

if TYPE_CHECKING:
    from course.report import CheckResult, Report

FORMAT_VERSION = 1
CELL = re.compile(r"^# ?%%")
GREEN = ("passed", "deferred")


@dataclass(frozen=True)
class TaskProgress:
    """What the visible checks said of a task, and of which file (its sha256)."""

    status: str
    passed: int
    checks: int
    sha256: str


@dataclass(frozen=True)
class Score:
    """The marks of a unit's last submission. `when` is UTC."""

    points: int
    max_points: int
    when: str


@dataclass(frozen=True)
class UnitProgress:
    """How far a student is with a unit."""

    tasks: dict[str, TaskProgress] = field(default_factory=dict)
    score: Score | None = None

    def green(self, names: tuple[str, ...]) -> int:
        """How many of these tasks pass all their visible checks."""
        return sum(1 for name in names if name in self.tasks and self.tasks[name].status == "passed")


class Workspace:
    """One student's folder. `notes` collects what the student should hear about."""

    def __init__(self, catalog: Catalog, folder: Path | None = None) -> None:
        self.catalog = catalog
        self.folder = folder or Path.cwd()
        self.state = self.folder / ".course"
        self.notes: list[str] = []

    # --- working copies

    def working_copy(self, unit: Unit) -> Path:
        """The file that a student works on; raises UsageError, with the next command, if there is none."""
        here = self._copies(unit)
        if len(here) > 1:
            here.sort(key=lambda path: path.stat().st_mtime, reverse=True)
            self.notes.append(
                f"both {here[0].name} and {here[1].name} are here; using {here[0].name}, the newer one."
            )
        if here:
            return here[0]
        clone = self.folder / "exercises" / f"{unit.name}.py"
        if clone.is_file():
            self.notes.append(f"there is no {unit.name}.py here; using {clone.relative_to(self.folder)}.")
            return clone
        raise UsageError(f"there is no {unit.name}.py in this folder. Next: course fetch {unit.short_name}")

    def _copies(self, unit: Unit) -> list[Path]:
        """A unit's files here, or in a folder of its name, where nbgrader puts them."""
        for folder in (self.folder, self.folder / unit.name):
            found = [p for e in ("py", "ipynb") if (p := folder / f"{unit.name}.{e}").is_file()]
            if found:
                return found
        return []

    def units_here(self) -> list[Unit]:
        """The units that have a working copy, in the order of the course."""
        clone = self.folder / "exercises"
        return [unit for unit in self.catalog if self._copies(unit)] or [
            unit for unit in self.catalog if (clone / f"{unit.name}.py").is_file()
        ]

    def fetch(self, unit: Unit, to: Path | None = None, notebook: bool = False) -> tuple[Path, bool]:
        """Writes a unit's stub; returns its path and whether it was written (else: it was the same already).

        Raises UsageError, and changes nothing, if another file of that name is there.
        """
        folder = to or self.folder
        path = folder / f"{unit.name}.{'ipynb' if notebook else 'py'}"
        data = self._unit_as(unit, folder, notebook)
        try:
            folder.mkdir(parents=True, exist_ok=True)
            with open(path, "xb") as file:
                file.write(data)
        except FileExistsError as error:
            if path.is_file() and path.read_bytes() == data:
                return path, False
            words = f"{shown(path)} is there and is not the stub (your work?), so it was left alone."
            raise UsageError(f"{words} Start over with: course reset {unit.short_name}") from error
        except OSError as error:
            raise UsageError(f"{shown(path)}: cannot be written: {error.strerror}.") from error
        return path, True

    def _unit_as(self, unit: Unit, folder: Path, notebook: bool) -> bytes:
        """The stub; or what the student has written in the other form already, in this one."""
        twin = folder / f"{unit.name}.{'py' if notebook else 'ipynb'}"
        text = pristine(unit)
        if not twin.is_file():
            return (notebook_text(unit, text) if notebook else text).encode()
        from course.source import parse_submission, read_bytes

        data = read_bytes(twin)
        parse_submission(twin.name, data)  # says what is wrong with it, in one sentence
        if notebook:
            return notebook_text(unit, data.decode("utf-8-sig")).encode()
        from course.notebooks import notebook_to_script

        return notebook_to_script(json.loads(data.decode("utf-8-sig"))).encode()

    def reset(self, unit: Unit, task: str | None = None) -> Path:
        """Puts the stub (or one task's cell of it) back; returns where the old file is kept."""
        path = self.working_copy(unit)
        old = path.read_bytes()
        text = pristine(unit)
        if path.suffix == ".ipynb":
            new = reset_notebook(path.name, old, unit, text, task)
        elif task is None:
            new = text
        else:
            new = replace_cell(path.name, decode(path.name, old), task, cell_of(text, task))
        backup = self.keep(path, old)
        write_atomically(path, new.encode())
        self._forget(unit, task)
        return backup

    def keep(self, path: Path, data: bytes) -> Path:
        """A copy in .course/backups/ under a name that is not taken."""
        folder = self.state / "backups"
        folder.mkdir(parents=True, exist_ok=True)
        for number in range(1, 1000):
            mark = "" if number == 1 else f"-{number}"
            target = folder / f"{path.stem}-{now().replace(':', '')}{mark}{path.suffix}"
            with contextlib.suppress(FileExistsError), open(target, "xb") as file:
                file.write(data)
                return target
        raise UsageError(f"{shown(folder)} is full of copies of this second; try again.")

    # --- progress

    def progress(self, unit: Unit) -> UnitProgress:
        """What is remembered of a unit; nothing if the file is missing, foreign or broken."""
        entry = self._load()["units"].get(unit.name, {})
        try:
            tasks = {name: TaskProgress(**values) for name, values in entry.get("tasks", {}).items()}
            score = Score(**entry["score"]) if entry.get("score") else None
        except (TypeError, AttributeError):
            return UnitProgress()
        return UnitProgress(tasks, score)

    def record_check(self, unit: Unit, report: Report) -> None:
        """Remembers the verdicts of the visible checks."""
        old = self.progress(unit)
        sha256 = report.submission["sha256"]
        fresh = {}
        for task in dict.fromkeys(check.task for check in report.checks):
            results = [check for check in report.checks if check.task == task]
            fresh[task] = TaskProgress(
                task_status(results), sum(c.status in GREEN for c in results), len(results), sha256
            )
        self._save_unit(unit, replace(old, tasks={**old.tasks, **fresh}))

    def record_score(self, unit: Unit, report: Report, when: str) -> None:
        """Remembers the marks of a submission."""
        score = Score(report.points, report.max_points, when)
        self._save_unit(unit, replace(self.progress(unit), score=score))

    def next_hint(self, unit: Unit, task: str, count: int) -> int:
        """How many of `count` hints to show now: one more than last time."""
        data = self._load()
        key = f"{unit.name}.{task}"
        seen = data["hints"].get(key, 0)
        level = min((seen if isinstance(seen, int) else 0) + 1, count)
        data["hints"][key] = level
        self._save(data)
        return level

    def saw_hints(self, unit: Unit, report: Report) -> None:
        """Remembers which first hints stood under a failed check, so that `course hint` goes on from there."""
        from course.plan import read_plan

        plan, data = read_plan(unit, outline=True), self._load()
        for check in report.checks:
            key = f"{unit.name}.{check.task}"
            if check.hint is not None and check.hint == next(iter(plan.hints(check.task)), None):
                data["hints"].setdefault(key, 1)
        self._save(data)

    def _forget(self, unit: Unit, task: str | None) -> None:
        old = self.progress(unit)
        tasks = {name: value for name, value in old.tasks.items() if task is not None and name != task}
        self._save_unit(unit, replace(old, tasks=tasks))

    def _load(self) -> dict[str, Any]:
        path = self.state / "progress.json"
        empty: dict[str, Any] = {"format_version": FORMAT_VERSION, "units": {}, "hints": {}}
        try:
            data = json.loads(path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return empty
        except (OSError, ValueError):
            data = None
        parts = [data.get(key) for key in ("units", "hints")] if isinstance(data, dict) else [None]
        if all(isinstance(part, dict) for part in parts) and data["format_version"] == FORMAT_VERSION:
            return {**empty, **data}
        with contextlib.suppress(OSError):
            os.replace(path, path.with_suffix(".broken"))
            self.notes.append(
                "the record of your progress could not be read; it was set aside as .course/progress.broken."
            )
        return empty

    def _save_unit(self, unit: Unit, progress: UnitProgress) -> None:
        data = self._load()
        data["units"][unit.name] = asdict(progress)
        self._save(data)

    def _save(self, data: dict[str, Any]) -> None:
        try:
            self.state.mkdir(exist_ok=True)
            write_atomically(self.state / "progress.json", (json.dumps(data, indent=1) + "\n").encode())
        except OSError as error:
            self.notes.append(f"your progress could not be kept: {error.strerror}.")


# --- files and cells


def pristine(unit: Unit) -> str:
    """The stub as the course hands it out, also in a clone where someone fills exercises/ itself."""
    if unit.solution.is_file():
        from course.stubs import stub_text

        return stub_text(unit)
    if not unit.exercise.is_file():
        raise UsageError(f"{unit.name} has no exercise yet.")
    return unit.exercise.read_text(encoding="utf-8")


def cells(text: str) -> list[str]:
    """The cells of a percent script, marks included; joined they are the text again."""
    found = [""]
    for line in text.splitlines(keepends=True):
        if CELL.match(line):
            found.append("")
        found[-1] += line
    return found


def is_cell_of(cell: str, task: str) -> bool:
    """Whether a cell's mark carries the task's name."""
    return f'task="{task}"' in cell.split("\n", 1)[0] and CELL.match(cell) is not None


def cell_of(text: str, task: str) -> str:
    """The cell of a task; raises UsageError if there is none."""
    found = next((cell for cell in cells(text) if is_cell_of(cell, task)), None)
    if found is None:
        raise UsageError(f"there is no cell of {task}.")
    return found


def replace_cell(name: str, text: str, task: str, cell: str) -> str:
    """The text with a task's cell replaced; newlines as the text has them."""
    parts = cells(text)
    places = [number for number, part in enumerate(parts) if is_cell_of(part, task)]
    if len(places) != 1:
        count = "no" if not places else "more than one"
        raise UsageError(
            f'{name} has {count} cell marked task="{task}"; course reset can only put back the whole unit.'
        )
    if "\r\n" in text:
        cell = cell.replace("\r\n", "\n").replace("\n", "\r\n")
    parts[places[0]] = cell
    return "".join(parts)


def notebook_text(unit: Unit, text: str) -> str:
    """The stub as a notebook, the same bytes each time."""
    from course.notebooks import student_notebook, to_json
    from course.plan import read_plan

    return to_json(student_notebook(unit, read_plan(unit), text))


def reset_notebook(name: str, old: bytes, unit: Unit, text: str, task: str | None) -> str:
    """A notebook with the stub's cells, or one of them, put back."""
    stub = notebook_text(unit, text)
    if task is None:
        return stub
    try:
        document = json.loads(old.decode("utf-8-sig"))
        mine = [cell for cell in document["cells"] if cell["metadata"].get("task") == task]
        fresh = next(cell for cell in json.loads(stub)["cells"] if cell["metadata"].get("task") == task)
        (cell,) = mine
    except (ValueError, KeyError, TypeError, AttributeError, StopIteration) as error:
        raise UsageError(
            f"{name} has no cell of {task} to put back; course reset can put back the whole unit."
        ) from error
    cell.update(source=fresh["source"], outputs=[], execution_count=None)
    return json.dumps(document, indent=1, ensure_ascii=False) + "\n"


def decode(name: str, data: bytes) -> str:
    """The text of a student's script, newlines untouched."""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise UsageError(f"{name} is not UTF-8; course reset can only put back the whole unit.") from error


def task_status(results: list[CheckResult]) -> str:
    """A task's status: passed if all its checks did, else that of the first which did not."""
    bad = next((check.status.value for check in results if check.status.value not in GREEN), None)
    return bad or ("passed" if any(check.status.value == "passed" for check in results) else "deferred")


def write_atomically(path: Path, data: bytes) -> None:
    """Replaces a file in one step, so that a crash leaves the old one or the new one."""
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        beside.write_bytes(data)
        if path.exists():
            beside.chmod(path.stat().st_mode & 0o777)
        os.replace(beside, path)
    finally:
        beside.unlink(missing_ok=True)


def shown(path: Path) -> str:
    """A path as a person would say it: relative to here where that is shorter."""
    with contextlib.suppress(ValueError):
        return str(path.resolve().relative_to(Path.cwd()))
    return str(path)


def sha256_of(data: bytes) -> str:
    """The digest that receipts and reports carry."""
    return hashlib.sha256(data).hexdigest()


def now() -> str:
    """The time in UTC, to the second, as ISO 8601."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
