"""`course validate`: proves a unit and its graders.

For every unit: the exercises are what `course sync` makes; the reference passes every check; the
stub passes none and reads "not attempted"; every wrong variant fails exactly the checks that it
says, and its mistake is named; every right variant passes; zeros, a constant, an echo and an
empty tensor pass no check of a task that returns a tensor; every failing check speaks; nothing
hidden leaks into what students read.
"""

from __future__ import annotations

import ast
import re
import statistics
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from course.batch import run_jobs
from course.catalog import Catalog, Unit
from course.errors import CourseError
from course.jobs import Done, Job
from course.plan import UnitPlan, read_plan, summary_text
from course.report import CheckResult, Report, Status
from course.stubs import stub_text

SEED = 20_260_101
LONG_SECONDS = 60
HEADER = re.compile(r"^# (?P<key>task|mistake|fails):\s*(?P<value>.*)$", re.MULTILINE)
LEAKS = ("test_hidden", "course_graders", "course-guest-", "site-packages", "<probe>", "Traceback (most")
NEVER = re.compile(r"an error occurred|AssertionError|assert ", re.IGNORECASE)

MUTANTS = {
    "zeros": "torch.zeros_like(made)",
    "constant": "torch.full_like(made, 1)",
    "echo": "next((a for a in (*args, *kwargs.values()) if isinstance(a, torch.Tensor)), None)",
    "empty": "torch.empty(0)",
}


@dataclass(frozen=True)
class Case:
    """One submission that proves something: kind, name, text, and what it must lead to."""

    kind: str  # reference, stub, wrong, right, zeros, constant, echo, empty
    name: str
    text: str
    tasks: tuple[str, ...] = ()
    mistake: str | None = None
    fails: frozenset[str] = frozenset()


@dataclass
class UnitAudit:
    """What was found on one unit."""

    unit: Unit
    plan: UnitPlan | None = None
    problems: list[str] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=dict)
    passes: list[float] = field(default_factory=list)  # seconds of each submission that passes all checks

    @property
    def seconds(self) -> float:
        """What marking a right submission takes, when all is warm: the median; 0 if none was marked."""
        return statistics.median(self.passes) if self.passes else 0.0

    @property
    def green(self) -> bool:
        """Whether nothing was found."""
        return not self.problems


def audit(
    catalog: Catalog, units: Iterable[Unit], workers: int, only: str | None = None, seeds: int = 1
) -> Iterator[tuple[int, int, list[UnitAudit]]]:
    """Runs the audit; yields (done, all, audits so far) after each case, for a progress bar.

    `only` keeps the cases whose name contains it (and the reference). Each case is graded with `seeds` seeds:
    a class gets one each, so a verdict that hangs on a draw must show.
    """
    audits = {unit.name: static_audit(unit) for unit in units}
    jobs, cases = [], {}
    for found in audits.values():
        if found.plan is None:
            continue
        for case in make_cases(found):
            if only and only not in case.name and case.kind != "reference":
                continue
            tasks = frozenset(case.tasks) if case.kind in MUTANTS else None
            checks = worth_running(found.plan, case)
            for seed in range(SEED, SEED + seeds):
                key = (found.unit.name, case.kind, case.name, seed)
                cases[key] = case
                jobs.append(
                    Job(
                        key,
                        catalog.root,
                        found.unit.name,
                        f"{found.unit.name}.py",
                        case.text.encode(),
                        seed,
                        tasks=tasks,
                        checks=checks,
                    )
                )
    yield 0, len(jobs), list(audits.values())
    for number, done in enumerate(run_jobs(jobs, workers), start=1):
        judge(audits[done.job.unit], cases[done.job.key], done)
        yield number, len(jobs), list(audits.values())


def worth_running(plan: UnitPlan, case: Case) -> frozenset[str] | None:
    """The checks that a variant is held against: all, but the long ones only where it speaks of them.

    A check with a deadline of LONG_SECONDS or more trains for real; ninety variants of other tasks need not.
    """
    if case.kind not in ("wrong", "right"):
        return None
    return frozenset(
        check.id
        for check in plan.checks
        if (check.seconds or 0) < LONG_SECONDS or check.task in case.tasks or check.id in case.fails
    )


def static_audit(unit: Unit) -> UnitAudit:
    """What can be seen without running: declarations, stubs and summary in sync."""
    found = UnitAudit(unit)
    try:
        text = stub_text(unit)
        if not unit.exercise.is_file() or unit.exercise.read_text(encoding="utf-8") != text:
            found.problems.append(
                f"exercises/{unit.exercise.name} is not what the solution makes: run `course sync`."
            )
        plan = read_plan(unit)
        if not unit.summary.is_file() or unit.summary.read_text(encoding="utf-8") != summary_text(plan):
            found.problems.append(f"graders/{unit.name}/summary.json is stale: run `course sync`.")
    except (CourseError, OSError) as error:
        found.problems.append(str(error))
        return found
    found.plan = plan
    for task in unit.tasks:
        visible = [c for c in plan.checks if c.task == task and c.visible]
        hidden = [c for c in plan.checks if c.task == task and not c.visible]
        if not visible:
            found.problems.append(f"{task}: no visible check.")
        if len(hidden) < 2:
            found.problems.append(f"{task}: {len(hidden)} hidden check(s), two are wanted.")
        if len(plan.hints(task)) != 2:
            found.problems.append(f"{task}: {len(plan.hints(task))} hint(s), two levels are wanted.")
        if any(not check.inputs for check in hidden):
            found.problems.append(f"{task}: a hidden check does not say what kind of inputs it uses.")
    ids = [check.id for check in plan.checks]
    found.problems += [
        f"{id}: two checks share this id." for id in sorted({i for i in ids if ids.count(i) > 1})
    ]
    return found


def make_cases(found: UnitAudit) -> Iterator[Case]:
    """All submissions that prove a unit."""
    unit, plan = found.unit, found.plan
    assert plan is not None
    solution = unit.solution.read_text(encoding="utf-8")
    yield Case("reference", "reference", solution)
    yield Case("stub", "stub", stub_text(unit))
    ids = {check.id for check in plan.checks}
    for kind in ("wrong", "right"):
        for path in unit.variants(kind):
            case = read_variant(path, kind, solution)
            found.problems += header_problems(case, unit, ids, plan)
            yield case
    for task in tensor_tasks(solution, unit.tasks):
        for kind, expression in MUTANTS.items():
            yield Case(kind, f"{task}, {kind}", solution + mutant_cell(task, expression), (task,))


def read_variant(path: Path, kind: str, solution: str) -> Case:
    """A variant file, laid over the reference as a last cell."""
    text = path.read_text(encoding="utf-8")
    header = {m["key"]: m["value"].strip() for m in HEADER.finditer(text.split('"""', 1)[0])}

    def names(value: str) -> list[str]:
        return [word.strip() for word in value.split(",") if word.strip()]

    return Case(
        kind,
        path.stem,
        f"{solution}\n\n# %%\n{text}",
        tuple(names(header.get("task", ""))),
        header.get("mistake"),
        frozenset(names(header.get("fails", ""))),
    )


def header_problems(case: Case, unit: Unit, ids: set[str], plan: UnitPlan) -> list[str]:
    """What is wrong with a variant's header."""
    where = f"variants/{case.kind}/{case.name}.py"
    problems = [f"{where}: no task {task!r}." for task in case.tasks if task not in unit.tasks]
    if not case.tasks:
        problems.append(f"{where}: no `# task:` line.")
    if case.kind == "wrong":
        problems += [f"{where}: no check {id!r}." for id in sorted(case.fails - ids)]
        if case.mistake is None:
            problems.append(f"{where}: no `# mistake:` line.")
        elif case.mistake != "none" and case.mistake not in plan.mistakes:
            problems.append(f"{where}: the mistake {case.mistake!r} is declared nowhere.")
    return problems


def tensor_tasks(solution: str, tasks: tuple[str, ...]) -> list[str]:
    """The tasks whose function is annotated to return a tensor."""
    functions = [node for node in ast.parse(solution).body if isinstance(node, ast.FunctionDef)]
    return [
        node.name
        for node in functions
        if node.name in tasks and node.returns and ast.unparse(node.returns) in ("torch.Tensor", "Tensor")
    ]


def mutant_cell(task: str, expression: str) -> str:
    """A cell that makes a task return something of the right kind without doing the work."""
    return (
        f"\n\n# %%\nimport torch\n_right_{task} = {task}\n\n"
        f"def {task}(*args, **kwargs):\n    made = _right_{task}(*args, **kwargs)\n    return {expression}\n"
    )


def judge(found: UnitAudit, case: Case, done: Done) -> None:
    """Holds one case's report against what it must lead to."""
    report = done.report
    where = f"{case.kind} {case.name}" if case.kind in ("wrong", "right") else case.name
    if done.job.seed == SEED:
        found.counts[case.kind] = found.counts.get(case.kind, 0) + 1
    else:
        where += f", seed {done.job.seed}"
    if report is None:
        found.problems.append(f"{where}: {done.problem}")
        return
    problems = [f"{c.id} is broken: {c.fault}" for c in report.checks if c.status is Status.GRADER_FAULT]
    problems += list(message_problems(report))
    ran = [c for c in report.checks if c.status not in (Status.DEFERRED, Status.GRADER_FAULT)]
    failing = {c.id for c in ran if c.status is not Status.PASSED}
    if case.kind in ("reference", "right"):
        problems += [f"{c.id} is {c.status.value}: {c.message}" for c in ran if c.status is not Status.PASSED]
        found.passes.append(done.seconds)
    elif case.kind == "stub":
        problems += [
            f"{c.id} is {c.status.value}, not 'not attempted'" for c in ran
            if c.status not in (Status.NOT_ATTEMPTED, Status.SKIPPED)
        ]  # fmt: skip
    elif case.kind == "wrong":
        problems += wrong_problems(case, ran, failing)
    elif failing != {c.id for c in ran}:
        passed = sorted({c.id for c in ran} - failing)
        problems.append(f"passes {', '.join(passed)}")
    found.problems += [f"{where}: {problem}" for problem in problems]


def wrong_problems(case: Case, ran: list[CheckResult], failing: set[str]) -> Iterator[str]:
    """A wrong variant fails what it says, and the mistake is named."""
    cuda_missing = case.fails - {c.id for c in ran}
    if failing != case.fails - cuda_missing:
        surplus, missing = sorted(failing - case.fails), sorted(case.fails - cuda_missing - failing)
        if surplus:
            yield f"fails {', '.join(surplus)} too"
        if missing:
            yield f"does not fail {', '.join(missing)}"
    named = {c.mistake for c in ran if c.mistake is not None}
    if case.mistake not in (None, "none") and case.mistake not in named:
        yield f"the mistake {case.mistake!r} is not named (named: {', '.join(sorted(named)) or 'none'})"
    if not failing:
        yield "passes every check"


def message_problems(report: Report) -> Iterator[str]:
    """Every failing check speaks in an author's words and leaks nothing."""
    for check in report.checks:
        if check.status in (Status.PASSED, Status.DEFERRED, Status.GRADER_FAULT):
            continue
        said = f"{check.message}\n{check.hint or ''}"
        if len(check.message) < 12:
            yield f"{check.id} fails without a sentence"
        if check.status is Status.FAILED and NEVER.search(said):
            yield f"{check.id} speaks like a test framework: {check.message[:80]}"
        leak = next((leak for leak in LEAKS if leak in said or leak in check.output), None)
        if leak:
            yield f"{check.id} lets {leak!r} be seen"
