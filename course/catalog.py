"""course.yml as frozen models, and the only maker of paths.

A course is a folder with `course.yml`; every path of a unit follows from the unit's name. Two
layouts hold the same course: a clone (all of it) and the installed wheel
(`course/content/`: stubs, visible checks and summaries, no solution, no hidden check).
"""

from __future__ import annotations

import difflib
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, fields
from functools import cached_property
from pathlib import Path
from typing import Any

import yaml

from course.errors import CatalogError, UsageError

FORMAT_VERSION = 1
UNIT_NAME = re.compile(r"^\d\d_[a-z][a-z0-9_]*$")
TASK_CELL = re.compile(r'^# %%.*\btask="([A-Za-z_]\w*)"', re.MULTILINE)
NUMBER = (int, float)


@dataclass(frozen=True)
class LimitSettings:
    """Caps for one submission; the units are in the names."""

    load_seconds: float = 30
    call_seconds: float = 10
    total_seconds: float = 300
    memory_mib: int = 3072
    processes: int = 64
    scratch_mib: int = 256
    output_kib: int = 64


@dataclass(frozen=True)
class Question:
    """A free-text question that a person marks; `guide` is for that person, and not in the wheel."""

    id: str
    points: int
    text: str
    guide: str


@dataclass(frozen=True)
class Unit:
    """One unit: what course.yml says, and the paths that follow from its name."""

    root: Path
    name: str
    title: str
    limits: LimitSettings
    questions: tuple[Question, ...] = ()
    preload: tuple[str, ...] = ()

    @property
    def short_name(self) -> str:
        """`tensors` for `01_tensors`."""
        return self.name.split("_", 1)[1]

    @property
    def number(self) -> int:
        """`1` for `01_tensors`."""
        return int(self.name.split("_", 1)[0])

    @property
    def exercise(self) -> Path:
        """The stub that students fill."""
        return self.root / "exercises" / f"{self.name}.py"

    @property
    def solution(self) -> Path:
        """The one source of the unit: lesson, stub and reference."""
        return self.root / "solutions" / f"{self.name}.py"

    @property
    def graders(self) -> Path:
        """The folder of the unit's checks."""
        return self.root / "graders" / self.name

    @property
    def visible_checks(self) -> Path:
        return self.graders / "test_visible.py"

    @property
    def hidden_checks(self) -> Path:
        return self.graders / "test_hidden.py"

    @property
    def summary(self) -> Path:
        """What students may know of the hidden checks: counts, points, kinds of inputs."""
        return self.graders / "summary.json"

    def variants(self, kind: str) -> list[Path]:
        """The known answers, `kind` "right" or "wrong", in name order."""
        return sorted((self.graders / "variants" / kind).glob("*.py"))

    @property
    def has_hidden_checks(self) -> bool:
        """Whether this copy of the course can grade, not only check."""
        return self.hidden_checks.is_file() and self.solution.is_file()

    @cached_property
    def tasks(self) -> tuple[str, ...]:
        """The names of the unit's tasks, in the order of its cells."""
        source = self.exercise if self.exercise.is_file() else self.solution
        if not source.is_file():
            return ()
        return tuple(dict.fromkeys(TASK_CELL.findall(source.read_text(encoding="utf-8"))))


@dataclass(frozen=True)
class Catalog:
    """The course: its units in order."""

    root: Path
    title: str
    units: tuple[Unit, ...]

    def __iter__(self) -> Iterator[Unit]:
        return iter(self.units)

    def unit(self, word: str) -> Unit:
        """The unit that answers to a number, a short name or a whole name.

        Raises UsageError, with the nearest name, when none does.
        """
        wanted = word.strip().lower().removesuffix(".py").removesuffix(".ipynb")
        for unit in self.units:
            if wanted in (unit.name, unit.short_name, str(unit.number), f"{unit.number:02d}"):
                return unit
        names = [name for unit in self.units for name in (unit.short_name, unit.name)]
        raise UsageError(f"there is no unit {word!r}{did_you_mean(wanted, names)} Units: {self._names()}.")

    def target(self, word: str) -> tuple[Unit, str | None]:
        """`tensors` or `tensors.split_heads` as (unit, task or None)."""
        unit_word, _, task = word.partition(".")
        if task in ("py", "ipynb"):
            task = ""
        try:
            unit = self.unit(unit_word)
        except UsageError:
            of_task = next((unit for unit in self.units if word in unit.tasks), None)
            if of_task is None:
                raise
            raise UsageError(f"{word} is a task of {of_task.name}: say {of_task.short_name}.{word}") from None
        if task and task not in unit.tasks:
            hint = did_you_mean(task, list(unit.tasks))
            raise UsageError(f"{unit.name} has no task {task!r}{hint} Tasks: {', '.join(unit.tasks)}.")
        return unit, task or None

    def unit_of_file(self, path: Path) -> Unit | None:
        """The unit that a file name speaks of, if any."""
        stem = path.name.split(".", 1)[0].lower()
        return next((unit for unit in self.units if stem in (unit.name, unit.short_name)), None)

    def _names(self) -> str:
        return ", ".join(unit.short_name for unit in self.units)


def did_you_mean(word: str, names: list[str]) -> str:
    """The end of a sentence: `; did you mean 'x'?` or `.`."""
    near = difflib.get_close_matches(word, names, n=1, cutoff=0.5)
    return f"; did you mean {near[0]!r}?" if near else "."


def course_root() -> Path:
    """The folder of the course in use.

    $COURSE_ROOT if set; else the clone that this package lies in; else the wheel's content.
    """
    if chosen := os.environ.get("COURSE_ROOT"):
        return Path(chosen)
    package = Path(__file__).resolve().parent
    clone = package.parent
    return clone if (clone / "course.yml").is_file() else package / "content"


def load_catalog(root: Path | None = None) -> Catalog:
    """Reads course.yml; raises CatalogError with file, line and key on anything odd."""
    root = root or course_root()
    path = root / "course.yml"
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"no course in {root}: course.yml cannot be read ({error}).") from error
    try:
        node = yaml.compose(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line = mark.line + 1 if mark else None
        raise CatalogError(
            path.name, line, "syntax", getattr(error, "problem", None) or "not YAML"
        ) from error
    return _Reader(root, path.name).course(node)


class _Reader:
    """YAML nodes to models; nodes know their lines, so every error can name one."""

    def __init__(self, root: Path, file: str) -> None:
        self.root = root
        self.file = file

    def error(self, node: yaml.Node | None, key: str, problem: str) -> CatalogError:
        return CatalogError(self.file, node.start_mark.line + 1 if node else None, key, problem)

    def mapping(
        self, node: yaml.Node | None, key: str, required: set[str], optional: set[str]
    ) -> dict[str, yaml.Node]:
        if not isinstance(node, yaml.MappingNode):
            raise self.error(node, key, "must be a mapping")
        found = {str(name.value): value for name, value in node.value}
        for name_node, _ in node.value:
            name = str(name_node.value)
            if name not in required | optional:
                hint = did_you_mean(name, sorted(required | optional))
                raise self.error(name_node, f"{key}.{name}", f"unknown key{hint}")
        for name in sorted(required - set(found)):
            raise self.error(node, f"{key}.{name}", "is missing")
        return found

    def sequence(self, node: yaml.Node, key: str) -> list[yaml.Node]:
        if not isinstance(node, yaml.SequenceNode):
            raise self.error(node, key, "must be a list")
        return list(node.value)

    def value(self, node: yaml.Node, key: str, kinds: type | tuple[type, ...], what: str) -> Any:
        value = yaml.SafeLoader("").construct_object(node, deep=True)
        if not isinstance(value, kinds) or isinstance(value, bool):
            raise self.error(node, key, f"must be {what}, not {value!r}")
        return value

    def course(self, node: yaml.Node | None) -> Catalog:
        found = self.mapping(node, "course", {"format_version", "title", "units"}, {"limits", "preload"})
        version = self.value(found["format_version"], "format_version", int, "a whole number")
        if version != FORMAT_VERSION:
            raise self.error(
                found["format_version"],
                "format_version",
                f"is {version}; this package reads {FORMAT_VERSION}",
            )
        limits = self.limits(found.get("limits"), LimitSettings(), "limits")
        preload = self.names(found.get("preload"), "preload")
        units = [
            self.unit(n, f"units[{i}]", limits, preload)
            for i, n in enumerate(self.sequence(found["units"], "units"))
        ]
        seen: set[str] = set()
        for unit, unit_node in zip(units, self.sequence(found["units"], "units"), strict=True):
            if {unit.short_name, str(unit.number)} & seen:
                raise self.error(
                    unit_node, "name", f"{unit.name} shares its number or name with another unit"
                )
            seen |= {unit.short_name, str(unit.number)}
        return Catalog(self.root, self.value(found["title"], "title", str, "text"), tuple(units))

    def unit(self, node: yaml.Node, key: str, limits: LimitSettings, preload: tuple[str, ...]) -> Unit:
        found = self.mapping(node, key, {"name", "title"}, {"limits", "questions", "preload"})
        name = self.value(found["name"], f"{key}.name", str, "text")
        if not UNIT_NAME.match(name):
            raise self.error(found["name"], f"{key}.name", f"{name!r} is not of the form 01_tensors")
        questions = found.get("questions")
        return Unit(
            root=self.root,
            name=name,
            title=self.value(found["title"], f"{key}.title", str, "text"),
            limits=self.limits(found.get("limits"), limits, f"{key}.limits"),
            questions=tuple(
                self.question(n, f"{key}.questions[{i}]")
                for i, n in enumerate(self.sequence(questions, f"{key}.questions") if questions else ())
            ),
            preload=(*preload, *self.names(found.get("preload"), f"{key}.preload")),
        )

    def question(self, node: yaml.Node, key: str) -> Question:
        found = self.mapping(node, key, {"id", "points", "text"}, {"guide"})
        points = self.value(found["points"], f"{key}.points", int, "a whole number")
        if points < 1:
            raise self.error(found["points"], f"{key}.points", "must be above 0")
        texts = {
            name: self.value(found[name], f"{key}.{name}", str, "text").strip()
            for name in ("id", "text", "guide")
            if name in found
        }
        return Question(texts["id"], points, texts["text"], texts.get("guide", ""))

    def names(self, node: yaml.Node | None, key: str) -> tuple[str, ...]:
        if node is None:
            return ()
        return tuple(self.value(n, key, str, "the name of a module") for n in self.sequence(node, key))

    def limits(self, node: yaml.Node | None, base: LimitSettings, key: str) -> LimitSettings:
        values = {field.name: getattr(base, field.name) for field in fields(LimitSettings)}
        if node is not None:
            for name, value_node in self.mapping(node, key, set(), set(values)).items():
                value = self.value(value_node, f"{key}.{name}", NUMBER, "a number")
                if value <= 0:
                    raise self.error(value_node, f"{key}.{name}", "must be above 0")
                values[name] = value
        return LimitSettings(**values)
