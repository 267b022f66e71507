"""What a unit checks, read from its graders without running them.

The decorators' arguments are literals, so the list of checks, their points, hints and
mistakes is fixed before any student code runs, and reading it needs neither torch nor pytest.
"""

from __future__ import annotations

import ast
import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from course.catalog import Unit
from course.errors import GraderFault

BUILT_IN_MISTAKES = {
    "changed-its-input": "An argument is not the same after the call. Whoever passed it in still needs it: "
    "work on a new tensor, or undo what you switched on.",
    "returned-nothing": "The function ended without `return`, so Python returned None.",
}


@dataclass(frozen=True)
class CheckPlan:
    """One check as its decorator and docstring declare it."""

    id: str
    task: str
    function: str
    title: str
    visible: bool
    points: int = 1
    hint: str | None = None
    needs: tuple[str, ...] = ()
    inputs: str | None = None
    cuda: bool = False
    seconds: float | None = None


@dataclass(frozen=True)
class TaskPlan:
    """A task's two hints, the second more telling than the first."""

    name: str
    hints: tuple[str, ...] = ()


@dataclass(frozen=True)
class HiddenSummary:
    """What students may know of a task's hidden checks."""

    checks: int
    points: int
    inputs: tuple[str, ...] = ()


@dataclass(frozen=True)
class UnitPlan:
    """All checks of a unit in order, its tasks' hints and its mistakes' sentences."""

    unit: Unit
    checks: tuple[CheckPlan, ...]
    tasks: dict[str, TaskPlan]
    mistakes: dict[str, str] = field(default_factory=dict)
    hidden: dict[str, HiddenSummary] = field(default_factory=dict)

    @property
    def max_points(self) -> int:
        """Points of all checks, hidden ones included, also where only their summary is known."""
        return sum(c.points for c in self.checks if c.visible) + sum(h.points for h in self.hidden.values())

    def hints(self, task: str) -> tuple[str, ...]:
        """The hints of a task, first to last."""
        return self.tasks[task].hints if task in self.tasks else ()

    def by_function(self, visible: bool, function: str) -> CheckPlan | None:
        """The check of a test function."""
        return next((c for c in self.checks if c.visible == visible and c.function == function), None)


def read_plan(unit: Unit, outline: bool = False) -> UnitPlan:
    """The plan of a unit; raises GraderFault, with file and line, when a declaration is not literal.

    An outline leaves the hidden file shut and takes its sums from summary.json, which is quicker.
    """
    checks, tasks, mistakes = [], {}, dict(BUILT_IN_MISTAKES)
    for path, visible in ((unit.visible_checks, True), (unit.hidden_checks, False)):
        if path.is_file() and (visible or not outline):
            found = _File(path, visible)
            checks += found.checks
            tasks.update(found.tasks)
            mistakes.update(found.mistakes)
    order = {name: number for number, name in enumerate(unit.tasks)}
    for check in checks:
        if check.task not in order:
            raise GraderFault(f"{unit.name}: the check {check.id} is of no task of the unit.")
    checks.sort(key=lambda check: (order[check.task], not check.visible))
    if unit.hidden_checks.is_file() and not outline:
        hidden = summarize(checks)
    else:
        hidden = _read_summary(unit)
    return UnitPlan(unit, tuple(checks), tasks, mistakes, hidden)


def summarize(checks: list[CheckPlan] | tuple[CheckPlan, ...]) -> dict[str, HiddenSummary]:
    """The summary of hidden checks per task."""
    found: dict[str, HiddenSummary] = {}
    for check in checks:
        if not check.visible:
            old = found.get(check.task, HiddenSummary(0, 0))
            inputs = old.inputs if check.inputs is None else tuple(dict.fromkeys((*old.inputs, check.inputs)))
            found[check.task] = HiddenSummary(old.checks + 1, old.points + check.points, inputs)
    return found


def summary_text(plan: UnitPlan) -> str:
    """The content of summary.json."""
    tasks = {
        task: {"checks": s.checks, "points": s.points, "inputs": list(s.inputs)}
        for task, s in plan.hidden.items()
    }
    return json.dumps({"unit": plan.unit.name, "hidden": tasks}, indent=1) + "\n"


def _read_summary(unit: Unit) -> dict[str, HiddenSummary]:
    if not unit.summary.is_file():
        return {}
    data = json.loads(unit.summary.read_text(encoding="utf-8"))
    return {
        task: HiddenSummary(entry["checks"], entry["points"], tuple(entry["inputs"]))
        for task, entry in data["hidden"].items()
    }


class _File:
    """The declarations of one grader file."""

    def __init__(self, path: Path, visible: bool) -> None:
        self.path = path
        self.visible = visible
        self.checks: list[CheckPlan] = []
        self.tasks: dict[str, TaskPlan] = {}
        self.mistakes: dict[str, str] = {}
        try:
            tree = ast.parse(path.read_text(encoding="utf-8"))
        except SyntaxError as error:
            raise GraderFault(f"{self.place(error.lineno)}: {error.msg}") from error
        for node in tree.body:
            if isinstance(node, (ast.Expr, ast.Assign)):
                self.declaration(node.value)
            elif isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                self.check(node)

    def place(self, line: int | None) -> str:
        return f"{self.path.parent.name}/{self.path.name}, line {line}"

    def arguments(self, call: ast.Call, names: tuple[str, ...]) -> dict[str, Any]:
        try:
            found = {name: ast.literal_eval(value) for name, value in zip(names, call.args, strict=False)}
            found.update({k.arg: ast.literal_eval(k.value) for k in call.keywords if k.arg})
        except ValueError as error:
            raise GraderFault(f"{self.place(call.lineno)}: arguments must be literals.") from error
        return found

    def declaration(self, call: ast.expr) -> None:
        if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name):
            return
        if call.func.id == "task":
            found = self.arguments(call, ("name", "hints"))
            self.tasks[found["name"]] = TaskPlan(found["name"], tuple(found.get("hints", ())))
        elif call.func.id == "mistake":
            found = self.arguments(call, ("id", "says"))
            self.mistakes[found["id"]] = found["says"]

    def check(self, node: ast.FunctionDef) -> None:
        calls = [d for d in node.decorator_list if isinstance(d, ast.Call) and isinstance(d.func, ast.Name)]
        found = next((self.arguments(c, ("task",)) for c in calls if c.func.id == "check"), None)  # type: ignore[attr-defined]
        if found is None:
            raise GraderFault(f"{self.place(node.lineno)}: {node.name} has no @check.")
        title = (ast.get_docstring(node) or "").split("\n")[0].strip()
        points = found.get("points", 1)
        if not title:
            raise GraderFault(f"{self.place(node.lineno)}: {node.name} has no title (a docstring).")
        if not isinstance(points, int) or isinstance(points, bool) or points < 1:
            raise GraderFault(f"{self.place(node.lineno)}: points must be a whole number above 0.")
        needs = found.get("needs", ())
        self.checks.append(
            CheckPlan(
                id=f"{found['task']}.{node.name.removeprefix('test_')}",
                task=found["task"],
                function=node.name,
                title=title,
                visible=self.visible,
                points=points,
                hint=found.get("hint"),
                needs=(needs,) if isinstance(needs, str) else tuple(needs),
                inputs=found.get("inputs"),
                cuda=bool(found.get("cuda", False)),
                seconds=found.get("seconds"),
            )
        )
