"""A unit's checks on a submission, by a pytest session on the host, to a Report.

    grader = Grader(sandbox)
    report = grader.grade(unit, submission)

The plan (plan.py) fixes the checks before any student code runs; a check that yields no
verdict is a failure of that check. pytest finds the test functions and gives them their
fixtures; the verdict is made here, from what the function raises.

One guest serves a submission as long as its checks pass. A check that fails in a guest
that earlier checks have used is repeated in a fresh one, and that verdict counts, so that no
check can cost another its points. There it runs twice: a function that is right only when it is
called for the first time does not pass. A crash or a timeout ends one guest; the next check gets a
new one. A check whose guest was killed from outside, or lost its warm parent, is repeated once.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib
import importlib.util
import platform
import random
import secrets
import sys
import threading
import time
import traceback
import types
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy
import pytest
import torch

import course
from course import checks as words
from course.catalog import Unit
from course.collect import run_pytest
from course.errors import GraderFault
from course.plan import CheckPlan, UnitPlan, read_plan
from course.report import CheckResult, Environment, Report, Status
from course.sandbox.host import (
    GuestCrashed,
    GuestEnded,
    GuestError,
    Loaded,
    Sandbox,
    SandboxGone,
    printable,
)
from course.sandbox.output import without_paths
from course.session import Session, Student
from course.source import Submission, parse_submission


@dataclass(frozen=True)
class Verdict:
    """What a check's function ended with, before it is made a CheckResult."""

    status: Status
    message: str = ""
    hint: str | None = None
    mistake: str | None = None
    fault: str | None = None
    accident: bool = False  # the guest was killed, perhaps by somebody else: worth a second try


class Plugin:
    """The pytest side: which functions run, with which fixtures, and what became of them."""

    def __init__(
        self, plan: UnitPlan, session: Session, wanted: Callable[[CheckPlan], bool], grader: Grader
    ) -> None:
        self.plan = plan
        self.session = session
        self.wanted = wanted
        self.grader = grader
        self.results: dict[str, CheckResult] = {}
        self.faults: list[str] = []

    @pytest.fixture
    def student(self) -> Student:
        """The submission, in another process."""
        return Student(self.session)

    @pytest.fixture
    def reference(self) -> types.ModuleType:
        """The unit's solution, in this process."""
        return self.grader.reference(self.plan.unit)

    def plan_of(self, item: pytest.Item) -> CheckPlan | None:
        """The check that a collected function is."""
        return self.plan.by_function(item.path.name == "test_visible.py", item.name)

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Keeps the planned and wanted checks, in the plan's order."""
        order = {check.id: number for number, check in enumerate(self.plan.checks)}
        found = [
            (order[check.id], item) for item in items if (check := self.plan_of(item)) and self.wanted(check)
        ]
        items[:] = [item for _, item in sorted(found, key=lambda pair: pair[0])]

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self.faults.append(f"{report.nodeid}: {str(report.longrepr).strip().splitlines()[-1]}")

    def pytest_runtest_makereport(self, item: pytest.Item, call: pytest.CallInfo[None]) -> None:
        """A fixture that fails is a fault of ours."""
        check = self.plan_of(item)
        if check and call.excinfo is not None and check.id not in self.results:
            place = f"{item.path.name}: {call.excinfo.exconly()}"
            self.record(check, Verdict(Status.GRADER_FAULT, FAULT_MESSAGE, fault=place), 0.0)

    def pytest_pyfunc_call(self, pyfuncitem: pytest.Function) -> bool:
        """Runs one check and records its verdict; nothing that it raises reaches pytest."""
        check = self.plan_of(pyfuncitem)
        assert check is not None
        names = pyfuncitem._fixtureinfo.argnames
        arguments = {name: pyfuncitem.funcargs[name] for name in names}
        began = time.perf_counter()
        self.session.output = []  # a check that does not run shows nothing of the one before it
        verdict = self.judge(check, lambda: pyfuncitem.obj(**arguments))
        self.record(check, verdict, time.perf_counter() - began)
        return True

    def judge(self, check: CheckPlan, run: Callable[[], Any]) -> Verdict:
        """The verdict of one check: deferred, skipped, or what running it gives."""
        if check.cuda and not torch.cuda.is_available():
            return Verdict(Status.DEFERRED, "Needs a GPU with CUDA; not run here and not counted.")
        if unmet := self.unmet(check):
            return Verdict(Status.SKIPPED, f"Waits for {unmet}: make that pass first.")
        if self.session.load_failed is not None:
            return self.ended(self.session.load_failed)
        used, only_stubs = self.session.used, self.session.only_stubs
        verdict = self.attempt(check, run)
        if verdict.accident:
            self.session.drop_guest()
            used, verdict = False, self.attempt(check, run)
        stub = verdict.status is Status.NOT_ATTEMPTED
        if used and verdict.status is not Status.PASSED and not (stub and only_stubs):
            self.session.drop_guest()
            verdict = self.attempt(check, run)
            if verdict.status is Status.PASSED:
                verdict = self.again(check, run)
        self.session.note_stub(verdict.status is Status.NOT_ATTEMPTED)
        if verdict.status is Status.GRADER_FAULT and self.grader.blames_submission(
            self.plan.unit, self.session, check
        ):
            if verdict.accident:
                message = "the sandbox broke down twice while your code ran, and does not with the solution"
                return Verdict(Status.CRASHED, message)
            return Verdict(Status.FAILED, "what your code returned is of a kind that this check cannot use")
        return verdict

    def unmet(self, check: CheckPlan) -> str | None:
        """The first prerequisite that ran and did not pass."""
        for need in check.needs:
            for result in self.results.values():
                if need in (result.id, result.task) and result.status not in (
                    Status.PASSED,
                    Status.DEFERRED,
                    Status.GRADER_FAULT,
                ):
                    return need
        return None

    def attempt(self, check: CheckPlan, run: Callable[[], Any], again: bool = False) -> Verdict:
        """Runs the check's function once."""
        self.session.begin(check, again)
        token = words.show_values.set(check.visible)
        try:
            run()
        except words.CheckFailed as failed:
            return Verdict(Status.FAILED, failed.message, failed.hint, failed.mistake)
        except words.NotAttempted as reason:
            text = str(reason)
            message = f"{text}." if " " in text else "Still the stub: nothing to check yet."
            return Verdict(Status.NOT_ATTEMPTED, message)
        except words.StudentRaised as raised:
            return Verdict(Status.ERROR, error_sentence(raised.error, raised.what))
        except GuestEnded as ended:
            return self.ended(ended)
        except Exception as error:
            return Verdict(Status.GRADER_FAULT, FAULT_MESSAGE, fault=fault_place(error))
        finally:
            words.show_values.reset(token)
        return Verdict(Status.PASSED)

    def again(self, check: CheckPlan, run: Callable[[], Any]) -> Verdict:
        """The verdict of a second run, on other inputs, in the guest in which the first has passed."""
        verdict = self.attempt(check, run, again=True)
        if verdict.status in (Status.FAILED, Status.ERROR, Status.NOT_ATTEMPTED):
            message = f"right when called for the first time, but not when called again: {verdict.message}"
            return replace(verdict, status=Status.FAILED, message=message)
        return verdict

    def ended(self, ended: GuestEnded) -> Verdict:
        """The verdict when the guest is gone."""
        if isinstance(ended, SandboxGone):
            return Verdict(Status.GRADER_FAULT, FAULT_MESSAGE, fault=ended.reason, accident=True)
        status = Status.TIMEOUT if ended.status == "timeout" else Status.CRASHED
        killed = isinstance(ended, GuestCrashed) and ended.killed
        return Verdict(status, ended.reason, accident=killed)

    def record(self, check: CheckPlan, verdict: Verdict, seconds: float) -> None:
        """Makes the check's one result."""
        self.results[check.id] = make_result(check, self.plan, verdict, "".join(self.session.output), seconds)


KEPT_OUTPUT = 16 * 1024  # characters from the beginning and from the end
FAULT_MESSAGE = (
    "This check is broken; that is our fault and costs you nothing. Your instructor can see where."
)


def make_result(
    check: CheckPlan, plan: UnitPlan, verdict: Verdict, output: str, seconds: float
) -> CheckResult:
    """A verdict with everything that is said about it."""
    passed = verdict.status is Status.PASSED
    hint = verdict.hint
    if hint is None and verdict.status in (Status.FAILED, Status.ERROR, Status.CRASHED, Status.TIMEOUT):
        hint = check.hint or next(iter(plan.hints(check.task)), None)
    message = printable(verdict.message)
    mistake = verdict.mistake
    if mistake is not None and mistake in plan.mistakes:
        message = f"{message}\n{plan.mistakes[mistake]}"
    return CheckResult(
        id=check.id, task=check.task, title=check.title, visible=check.visible, points=check.points,
        earned=check.points if passed else 0, status=verdict.status, message=message, hint=hint, mistake=mistake,
        output="" if passed else shortened(output), seconds=round(seconds, 4 if check.visible else 1),
        fault=verdict.fault and printable(verdict.fault),
    )  # fmt: skip


def shortened(text: str) -> str:
    """Printed text of all calls of a check, cut in the middle."""
    if len(text) <= 2 * KEPT_OUTPUT:
        return text
    return f"{text[:KEPT_OUTPUT]}\n[... cut ...]\n{text[-KEPT_OUTPUT:]}"


def error_sentence(error: GuestError, what: str) -> str:
    """What the student's code raised, where, and the line of code."""
    text = f"{what} raised {error.type}"
    if error.type == "SyntaxError":
        text = f"{what} does not parse: SyntaxError"
    if error.message:
        text += f": {without_paths(error.message)}"
    if error.line:
        text += f" ({error.file}, line {error.line})"
        if error.code:
            text += f"\n  {error.code}"
    return text


def fault_place(error: Exception) -> str:
    """File and line of a grader's own exception, for the instructor."""
    frames = [f for f in traceback.extract_tb(error.__traceback__) if "graders" in Path(f.filename).parts]
    where = (
        f"{Path(frames[-1].filename).parent.name}/{Path(frames[-1].filename).name}, line {frames[-1].lineno}"
        if frames
        else "engine"
    )
    return f"{where}: {type(error).__name__}: {error}"[:500]


class Grader:
    """Grades submissions in one sandbox. Not for use by several threads at once."""

    def __init__(self, sandbox: Sandbox) -> None:
        self.sandbox = sandbox
        self._references: dict[Path, types.ModuleType] = {}
        self._plans: dict[Path, UnitPlan] = {}

    def plan(self, unit: Unit) -> UnitPlan:
        """The unit's plan, read once."""
        if unit.graders not in self._plans:
            self._plans[unit.graders] = read_plan(unit)
        return self._plans[unit.graders]

    def reference(self, unit: Unit) -> types.ModuleType:
        """The unit's solution as a module of the host's."""
        if unit.solution not in self._references:
            if not unit.solution.is_file():
                raise GraderFault(f"{unit.name}: a check asks for the reference, which this copy has not.")
            spec = importlib.util.spec_from_file_location(f"course_reference_{unit.name}", unit.solution)
            assert spec is not None
            assert spec.loader is not None
            module = importlib.util.module_from_spec(spec)
            sys.modules[spec.name] = module
            spec.loader.exec_module(module)
            self._references[unit.solution] = module
        return self._references[unit.solution]

    def grade(
        self,
        unit: Unit,
        submission: Submission,
        *,
        hidden: bool = True,
        tasks: frozenset[str] | None = None,
        checks: frozenset[str] | None = None,
        seed: int | None = None,
    ) -> Report:
        """Runs the unit's checks (or the visible ones, or those of some tasks) on a submission.

        `seed` fixes the inputs and with them the report; without it, a secret one is drawn and recorded.
        """
        plan = self.plan(unit)
        seed = secrets.randbits(48) if seed is None else seed
        planned = self.planned(unit, hidden, tasks, checks)
        session = Session(self.sandbox, unit, submission, seed)
        wanted = {check.id for check in planned}
        plugin = Plugin(plan, session, lambda check: check.id in wanted, self)
        with contextlib.closing(session), preserved_generators():
            with contextlib.suppress(GuestEnded), importing(unit.preload):
                session.guest()
            problem = run_pytest(unit, plugin, any(not check.visible for check in planned))
            if problem and not plugin.faults:
                plugin.faults.append(problem)
        results = [plugin.results.get(check.id) or self._missing(check, plan, plugin) for check in planned]
        return Report(
            unit=unit.name,
            submission={"name": submission.name, "sha256": submission.sha256},
            checks=tuple(results),
            environment=environment(seed, session.isolation),
            notes=tuple(submission.notes) + load_notes(session.loaded),
        )

    def planned(
        self, unit: Unit, hidden: bool, tasks: frozenset[str] | None, checks: frozenset[str] | None
    ) -> list[CheckPlan]:
        """The checks of a run, fixed before any student code runs."""
        return [
            check for check in self.plan(unit).checks
            if (hidden or check.visible) and (tasks is None or check.task in tasks) and (checks is None or check.id in checks)
        ]  # fmt: skip

    def unreadable(
        self, unit: Unit, name: str, data: bytes, problem: str, *, hidden: bool = True,
        tasks: frozenset[str] | None = None, checks: frozenset[str] | None = None, seed: int | None = None,
    ) -> Report:  # fmt: skip
        """The report of a submission that cannot be read: no check passes, and each says why."""
        verdict = Verdict(Status.ERROR, problem, hint="Mend the file first; nothing in it could be checked.")
        plan = self.plan(unit)
        results = [make_result(c, plan, verdict, "", 0.0) for c in self.planned(unit, hidden, tasks, checks)]
        digest = hashlib.sha256(data).hexdigest()
        return Report(
            unit.name,
            {"name": name, "sha256": digest},
            tuple(results),
            environment(seed or 0, {}),
            (problem,),
        )

    def _missing(self, check: CheckPlan, plan: UnitPlan, plugin: Plugin) -> CheckResult:
        """A planned check without a verdict: our fault if its file does not even load."""
        fault = "; ".join(plugin.faults) or "the check gave no verdict"
        return make_result(check, plan, Verdict(Status.GRADER_FAULT, FAULT_MESSAGE, fault=fault), "", 0.0)

    def blames_submission(self, unit: Unit, session: Session, check: CheckPlan) -> bool:
        """Whether a check that broke on this submission works on the reference, with the same inputs.

        If so, the submission's values broke it, and no points can be won by breaking checks.
        """
        if not unit.solution.is_file() or session.is_reference:
            return False
        solution = parse_submission(unit.solution.name, unit.solution.read_bytes())
        plugin = Plugin(
            self.plan(unit),
            Session(self.sandbox, unit, solution, session.seed),
            lambda c: c.id == check.id,
            self,
        )
        plugin.session.is_reference = True
        with contextlib.closing(plugin.session):
            run_pytest(unit, plugin, not check.visible)
        result = plugin.results.get(check.id)
        return result is not None and result.status is Status.PASSED


def load_notes(loaded: Loaded | None) -> tuple[str, ...]:
    """One line for each cell that broke while the file was loaded."""
    if loaded is None:
        return ()
    return tuple(printable(error_sentence(error, "a cell")) for error in loaded.errors[:20])


def environment(seed: int, isolation: dict[str, str]) -> Environment:
    """What the verdicts depend on beside the submission."""
    device = torch.cuda.get_device_name() if torch.cuda.is_available() else "cpu"
    return Environment(
        course.__version__, torch.__version__, platform.python_version(), device, seed, isolation
    )


@contextlib.contextmanager
def importing(names: tuple[str, ...]) -> Iterator[None]:
    """Imports modules in this process while its body waits for the guest, which imports them too."""
    missing = [name for name in names if name not in sys.modules]
    thread = threading.Thread(target=lambda: [importlib.import_module(name) for name in missing])
    if missing:
        thread.start()
    try:
        yield
    finally:
        if missing:
            thread.join()


@contextlib.contextmanager
def preserved_generators() -> Iterator[None]:
    """Leaves the caller's random generators as they were."""
    states = random.getstate(), numpy.random.get_state(), torch.get_rng_state()
    try:
        yield
    finally:
        random.setstate(states[0])
        numpy.random.set_state(states[1])
        torch.set_rng_state(states[2])
