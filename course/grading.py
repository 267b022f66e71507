"""A unit's checks on a submission, to a Report.

    grader = Grader(sandbox)
    report = grader.grade(unit, submission)

The plan (plan.py) fixes the checks, in which student code has no say; a pytest session (suite.py)
runs them, and the trial (trial.py) judges. A check that yields no verdict is a failure of that check.
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
import types
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy
import torch

import course
from course.catalog import Unit
from course.errors import GraderFault
from course.plan import CheckPlan, UnitPlan, read_plan
from course.report import CheckResult, Environment, Report, Status
from course.sandbox.host import GuestEnded, Loaded, Sandbox, printable
from course.session import Session
from course.source import Submission, parse_submission
from course.suite import Suite
from course.trial import Trial, deferred
from course.verdicts import FAULT_MESSAGE, Verdict, error_sentence, make_result


class Grader:
    """Grades submissions in one sandbox. Not for use by several threads at once."""

    def __init__(self, sandbox: Sandbox) -> None:
        self.sandbox = sandbox
        self._references: dict[Path, types.ModuleType] = {}
        self._plans: dict[Path, UnitPlan] = {}
        self._suites: dict[tuple[Path, bool], Suite] = {}
        with (
            torch.autograd.profiler.profile()
        ):  # once in this thread, or it complains when a check's starts it
            pass

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
        seed = secrets.randbits(48) if seed is None else seed
        session = Session(self.sandbox, unit, submission, seed)
        with contextlib.closing(session), preserved_generators(), ThreadPoolExecutor(1) as helper:
            started = helper.submit(start_guest, session)  # which we would only wait for
            plan = self.plan(unit)
            planned = self.planned(unit, hidden, tasks, checks)
            trial = Trial(plan, session, frozenset(check.id for check in planned), self.works_on_reference)
            suite = self.suite(unit, any(not check.visible for check in planned))
            started.result()
            suite.run(trial)
        results = [trial.results.get(check.id) or missing(check, plan, suite) for check in planned]
        return Report(
            unit=unit.name,
            submission={"name": submission.name, "sha256": submission.sha256},
            checks=tuple(results),
            environment=environment(seed, session.isolation),
            notes=tuple(submission.notes) + load_notes(session.loaded),
        )

    def suite(self, unit: Unit, hidden: bool) -> Suite:
        """The unit's open pytest session; a new one if the last has ended."""
        key = (unit.graders, hidden)
        suite = self._suites.get(key)
        if suite is None or suite.ended:
            suite = self._suites[key] = self._new_suite(unit, hidden)
        return suite

    def _new_suite(self, unit: Unit, hidden: bool) -> Suite:
        return Suite(self.plan(unit), hidden, lambda: self.reference(unit))

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
        wanted = self.planned(unit, hidden, tasks, checks)
        results = [make_result(check, plan, deferred(check) or verdict, "", 0.0) for check in wanted]
        digest = hashlib.sha256(data).hexdigest()
        return Report(
            unit.name,
            {"name": printable(name), "sha256": digest},
            tuple(results),
            environment(seed or 0, {}),
            (problem,),
        )

    def works_on_reference(self, check: CheckPlan, broken: Session) -> bool:
        """Whether a check that broke on a submission works on the reference, with the same inputs.

        If so, the submission's values broke it, and no points can be won by breaking checks.
        """
        unit = broken.unit
        if not unit.solution.is_file() or broken.is_reference:
            return False
        solution = parse_submission(unit.solution.name, unit.solution.read_bytes())
        session = Session(self.sandbox, unit, solution, broken.seed)
        session.is_reference = True
        trial = Trial(self.plan(unit), session, frozenset({check.id}), self.works_on_reference)
        suite = self._new_suite(unit, not check.visible)  # the open one waits for our answer
        with contextlib.closing(session), contextlib.closing(suite):
            suite.run(trial)
        result = trial.results.get(check.id)
        return result is not None and result.status is Status.PASSED

    def close(self) -> None:
        """Ends the open sessions."""
        for suite in self._suites.values():
            suite.close()
        self._suites.clear()


def missing(check: CheckPlan, plan: UnitPlan, suite: Suite) -> CheckResult:
    """A planned check without a verdict: our fault if its file does not even load."""
    fault = "; ".join(suite.faults) or "the check gave no verdict"
    return make_result(check, plan, Verdict(Status.GRADER_FAULT, FAULT_MESSAGE, fault=fault), "", 0.0)


def load_notes(loaded: Loaded | None) -> tuple[str, ...]:
    """One line for each cell that broke while the file was loaded."""
    if loaded is None:
        return ()
    return tuple(printable(error_sentence(error, "a cell")) for error in loaded.errors[:20])


def environment(seed: int, isolation: dict[str, str]) -> Environment:
    """What the verdicts depend on beside the submission."""
    device = torch.cuda.get_device_name() if torch.cuda.is_available() else "cpu"
    return Environment(
        course.__version__, str(torch.__version__), platform.python_version(), device, seed, isolation
    )


def start_guest(session: Session) -> None:
    """Starts the session's first guest, unless it is there; how it ends while it loads is told by its checks."""
    with contextlib.suppress(GuestEnded), importing(session.unit.preload):
        session.guest()


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
