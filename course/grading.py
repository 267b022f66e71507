"""A unit's checks on a submission, by a pytest session on the host, to a Report.

    grader = Grader(sandbox)
    report = grader.grade(unit, submission)

The plan (plan.py) fixes the checks before any student code runs; a check that yields no
verdict is a failure of that check. pytest finds the test functions and gives them their
fixtures; the verdict is made here, from what the function raises.

One guest serves a submission as long as its checks pass. A check that fails in a guest
that earlier checks have used is repeated in a fresh one, and that verdict counts, so that no
check can cost another its points. A crash or a timeout ends one guest; the next check
gets a new one.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib.util
import platform
import random
import secrets
import sys
import time
import traceback
import types
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import cloudpickle
import numpy
import pytest
import torch

import course
from course import checks as words
from course.catalog import Unit
from course.errors import GraderFault
from course.plan import CheckPlan, UnitPlan, read_plan
from course.report import CheckResult, Environment, Report, Status
from course.sandbox.confine import Limits
from course.sandbox.host import (
    Answer,
    Guest,
    GuestEnded,
    GuestError,
    Loaded,
    Sandbox,
    SandboxGone,
    printable,
)
from course.source import Submission, parse_submission

PACKAGE = "course_graders"  # grader files are imported below this name


@dataclass(frozen=True)
class Outcome:
    """A call's value, the arguments as they are afterwards, and the printed text."""

    value: Any
    args: tuple[Any, ...]
    kwargs: dict[str, Any]
    output: str


@dataclass(frozen=True)
class Verdict:
    """What a check's function ended with, before it is made a CheckResult."""

    status: Status
    message: str = ""
    hint: str | None = None
    mistake: str | None = None
    fault: str | None = None


class Session:
    """The guests of one submission during one grading."""

    def __init__(self, sandbox: Sandbox, unit: Unit, submission: Submission, seed: int) -> None:
        self.sandbox = sandbox
        self.unit = unit
        self.submission = submission
        self.seed = seed
        self.limits = Limits(**asdict(unit.limits))
        self.loaded: Loaded | None = None
        self.load_failed: GuestEnded | None = None
        self.isolation: dict[str, str] = {}
        self.check: CheckPlan | None = None
        self.output: list[str] = []
        self._calls = 0
        self._guest: Guest | None = None

    def begin(self, check: CheckPlan) -> None:
        """Seeds everything for a check, so that it repeats from the run's seed."""
        self.check = check
        self.output = []
        self._calls = 0
        value = derive(self.seed, "host", check.id)
        random.seed(value)
        numpy.random.seed(value % 2**32)
        torch.default_generator.manual_seed(value)

    @property
    def used(self) -> bool:
        """Whether an earlier check has used the present guest."""
        return self._guest is not None and self._guest.ended is None and not self._guest.fresh

    def guest(self) -> Guest:
        """The present guest, or a new one with the submission loaded."""
        if self.load_failed is not None:
            raise self.load_failed
        if self._guest is None or self._guest.ended is not None:
            self._guest = self.sandbox.guest(self.limits, self.unit.preload)
            self.isolation = {layer: reason or "held" for layer, reason in self._guest.held.items()}
            try:
                self.loaded = self._guest.load(self.submission.program, derive(self.seed, "load"))
            except GuestEnded as ended:
                self.load_failed = ended
                raise
        return self._guest

    def drop_guest(self) -> None:
        """The next check gets a fresh guest."""
        if self._guest is not None:
            self._guest.close()
            self._guest = None

    def seconds(self) -> float:
        """The deadline for one call of the present check."""
        return (self.check and self.check.seconds) or self.limits.call_seconds

    def next_seed(self) -> int:
        """The guest's seed for the next call: not the host's, so that inputs cannot be guessed."""
        self._calls += 1
        return derive(self.seed, "guest", self.check.id if self.check else "", str(self._calls))

    def settle(self, answer: Answer, what: str) -> Answer:
        """Turns an error of the student's into the exception that a check sees."""
        if answer.output:
            self.output.append(answer.output)
        error = answer.error
        if error is None:
            return answer
        if error.kind == "stub":
            raise words.NotAttempted(what)
        if error.kind == "missing":
            self._missing(error.message)
        if error.kind == "too large":
            raise words.CheckFailed(f"{what} returned something too large to be judged: {error.message}")
        raise words.StudentRaised(error, what)

    def _missing(self, name: str) -> None:
        errors = self.loaded.errors if self.loaded else ()
        broken = next((error for error in errors if name in error.defines), None)
        if broken is not None:
            raise words.StudentRaised(broken, f"the cell that defines {name}")
        near = next((n for n in (self.loaded.names if self.loaded else ()) if _looks_like(n, name)), None)
        if near:
            raise words.CheckFailed(f"{name} is missing; your file defines {ascii(near)[1:-1]}, which is spelled differently")
        raise words.NotAttempted(f"{name} is not defined in {self.submission.name}")

    def close(self) -> None:
        """Ends the present guest."""
        self.drop_guest()


def _looks_like(a: str, b: str) -> bool:
    fold = [n.casefold().replace("_", "").encode("ascii", "ignore") for n in (a, b)]
    return a != b and (fold[0] == fold[1] or (len(a) == len(b) and sum(x != y for x, y in zip(a, b, strict=True)) == 1))


class Student:
    """The `student` fixture: calls of the submission's functions, in its guest."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def __getattr__(self, name: str) -> Callable[..., Any]:
        def function(*args: Any, **kwargs: Any) -> Any:
            outcome = self.call(name, *args, **kwargs)
            _refuse_changes(name, (args, kwargs), (outcome.args, outcome.kwargs))
            return outcome.value

        return function

    def call(self, name: str, /, *args: Any, **kwargs: Any) -> Outcome:
        """Calls a function that may change its arguments."""
        session = self._session
        answer = session.guest().call(name, args, kwargs, seconds=session.seconds(), seed=session.next_seed())
        answer = session.settle(answer, name)
        return Outcome(answer.value, tuple(answer.args), dict(answer.kwargs), answer.output)

    def observe(self, probe: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        """Runs `probe(submission, *args, **kwargs)` in the guest and returns its plain data."""
        session = self._session
        what = session.check.task if session.check else "your code"
        answer = session.guest().observe(
            nameless(probe), args, kwargs, seconds=session.seconds(), seed=session.next_seed(), what=what
        )
        return session.settle(answer, what).value


def nameless(probe: Callable[..., Any]) -> Callable[..., Any]:
    """The probe without the path and the docstring of the grader's file."""

    def scrub(code: types.CodeType) -> types.CodeType:
        constants = tuple(scrub(c) if isinstance(c, types.CodeType) else c for c in code.co_consts)
        return code.replace(co_filename="<probe>", co_consts=constants)

    if not isinstance(probe, types.FunctionType):
        return probe
    copy = types.FunctionType(
        scrub(probe.__code__), probe.__globals__, probe.__name__, probe.__defaults__, probe.__closure__
    )
    copy.__kwdefaults__ = probe.__kwdefaults__
    copy.__module__ = probe.__module__
    return copy


def _refuse_changes(name: str, before: Any, after: Any) -> None:
    change = _changed(before, after)
    if change:
        raise words.CheckFailed(f"{name} changed {change} of an argument that it was only to read", mistake="changed-its-input")


def _changed(before: Any, after: Any) -> str | None:
    if isinstance(before, torch.Tensor):
        return _changed_tensor(before, after)
    if isinstance(before, numpy.ndarray):
        same = isinstance(after, numpy.ndarray) and numpy.array_equal(before, after, equal_nan=before.dtype.kind == "f")
        return None if same else "the values"
    if isinstance(before, (list, tuple)) and isinstance(after, (list, tuple)):
        if len(before) != len(after):
            return "the length"
        return next((c for a, b in zip(before, after, strict=True) if (c := _changed(a, b))), None)
    if isinstance(before, dict) and isinstance(after, dict):
        if before.keys() != after.keys():
            return "the keys"
        return next((c for key in before if (c := _changed(before[key], after[key]))), None)
    return None


def _changed_tensor(before: torch.Tensor, after: Any) -> str | None:
    if not isinstance(after, torch.Tensor):
        return "the type"
    old, new = words.facts(before), words.facts(after)
    for part in ("dtype", "shape"):
        if getattr(before, part) != getattr(after, part):
            return f"the {part}"
    if before.stride() != after.stride():
        return "the strides"
    if old.requires_grad != new.requires_grad:
        return "requires_grad"
    if (old.grad is None) != (new.grad is None) or (old.grad is not None and _changed_tensor(old.grad, new.grad)):
        return "the .grad"
    if before.device.type != "meta" and not torch.allclose(before.detach(), after, rtol=0, atol=0, equal_nan=before.is_floating_point()):
        return "the values"
    return None


class Plugin:
    """The pytest side: which functions run, with which fixtures, and what became of them."""

    def __init__(self, plan: UnitPlan, session: Session, wanted: Callable[[CheckPlan], bool], grader: Grader) -> None:
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
        found = [(order[check.id], item) for item in items if (check := self.plan_of(item)) and self.wanted(check)]
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
        used = self.session.used
        verdict = self.attempt(check, run)
        if used and verdict.status in (Status.FAILED, Status.ERROR, Status.CRASHED):
            self.session.drop_guest()
            verdict = self.attempt(check, run)
        if verdict.status is Status.GRADER_FAULT and self.grader.blames_submission(self.plan.unit, self.session, check):
            return Verdict(Status.FAILED, "what your code returned is of a kind that this check cannot use")
        return verdict

    def unmet(self, check: CheckPlan) -> str | None:
        """The first prerequisite that ran and did not pass."""
        for need in check.needs:
            for result in self.results.values():
                if need in (result.id, result.task) and result.status not in (Status.PASSED, Status.DEFERRED, Status.GRADER_FAULT):
                    return need
        return None

    def attempt(self, check: CheckPlan, run: Callable[[], Any]) -> Verdict:
        """Runs the check's function once."""
        self.session.begin(check)
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

    def ended(self, ended: GuestEnded) -> Verdict:
        """The verdict when the guest is gone."""
        if isinstance(ended, SandboxGone):
            return Verdict(Status.GRADER_FAULT, FAULT_MESSAGE, fault=ended.reason)
        status = Status.TIMEOUT if ended.status == "timeout" else Status.CRASHED
        return Verdict(status, ended.reason)

    def record(self, check: CheckPlan, verdict: Verdict, seconds: float) -> None:
        """Makes the check's one result."""
        self.results[check.id] = make_result(check, self.plan, verdict, "".join(self.session.output), seconds)


FAULT_MESSAGE = "This check is broken; that is our fault and costs you nothing. Your instructor can see where."


def make_result(check: CheckPlan, plan: UnitPlan, verdict: Verdict, output: str, seconds: float) -> CheckResult:
    """A verdict with everything that is said about it."""
    passed = verdict.status is Status.PASSED
    hint = verdict.hint
    if hint is None and verdict.status in (Status.FAILED, Status.ERROR, Status.CRASHED, Status.TIMEOUT):
        hint = check.hint or next(iter(plan.hints(check.task)), None)
    message = printable(verdict.message)
    mistake = verdict.mistake
    if mistake is not None and mistake in plan.mistakes:
        message = f"{message}.\n{plan.mistakes[mistake]}"
    return CheckResult(
        id=check.id, task=check.task, title=check.title, visible=check.visible, points=check.points,
        earned=check.points if passed else 0, status=verdict.status, message=message, hint=hint, mistake=mistake,
        output="" if passed else output, seconds=round(seconds, 4), fault=verdict.fault,
    )  # fmt: skip


def error_sentence(error: GuestError, what: str) -> str:
    """What the student's code raised, where, and the line of code."""
    text = f"{what} raised {error.type}"
    if error.type == "SyntaxError":
        text = f"{what} does not parse: SyntaxError"
    if error.message:
        text += f": {error.message}"
    if error.line:
        text += f" ({error.file}, line {error.line})"
        if error.code:
            text += f"\n  {error.code}"
    return text


def fault_place(error: Exception) -> str:
    """File and line of a grader's own exception, for the instructor."""
    frames = [f for f in traceback.extract_tb(error.__traceback__) if "graders" in Path(f.filename).parts]
    where = f"{Path(frames[-1].filename).parent.name}/{Path(frames[-1].filename).name}, line {frames[-1].lineno}" if frames else "engine"
    return f"{where}: {type(error).__name__}: {error}"[:500]


def derive(seed: int, *words_: str) -> int:
    """A seed for one purpose from the run's seed."""
    return int.from_bytes(hashlib.sha256("/".join((str(seed), *words_)).encode()).digest()[:7], "big")


class Grader:
    """Grades submissions in one sandbox. Not for use by several threads at once."""

    def __init__(self, sandbox: Sandbox) -> None:
        self.sandbox = sandbox
        self._references: dict[str, types.ModuleType] = {}
        self._plans: dict[str, UnitPlan] = {}

    def plan(self, unit: Unit) -> UnitPlan:
        """The unit's plan, read once."""
        if unit.name not in self._plans:
            self._plans[unit.name] = read_plan(unit)
        return self._plans[unit.name]

    def reference(self, unit: Unit) -> types.ModuleType:
        """The unit's solution as a module of the host's."""
        if unit.name not in self._references:
            if not unit.solution.is_file():
                raise GraderFault(f"{unit.name}: a check asks for the reference, which this copy has not.")
            spec = importlib.util.spec_from_file_location(f"course_reference_{unit.name}", unit.solution)
            assert spec is not None and spec.loader is not None
            module = importlib.util.module_from_spec(spec)
            sys.modules[spec.name] = module
            spec.loader.exec_module(module)
            self._references[unit.name] = module
        return self._references[unit.name]

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
        planned = [
            check for check in plan.checks
            if (hidden or check.visible) and (tasks is None or check.task in tasks) and (checks is None or check.id in checks)
        ]  # fmt: skip
        session = Session(self.sandbox, unit, submission, seed)
        wanted = {check.id for check in planned}
        plugin = Plugin(plan, session, lambda check: check.id in wanted, self)
        with contextlib.closing(session), preserved_generators():
            with contextlib.suppress(GuestEnded):
                session.guest()
            run_pytest(unit, plugin, any(not check.visible for check in planned))
        results = [plugin.results.get(check.id) or self._missing(check, plan, plugin) for check in planned]
        return Report(
            unit=unit.name,
            submission={"name": submission.name, "sha256": submission.sha256},
            checks=tuple(results),
            environment=environment(seed, session.isolation),
            notes=tuple(submission.notes) + load_notes(session.loaded),
        )

    def _missing(self, check: CheckPlan, plan: UnitPlan, plugin: Plugin) -> CheckResult:
        """A planned check without a verdict: our fault if its file does not even load."""
        fault = "; ".join(plugin.faults) or "the check gave no verdict"
        return make_result(check, plan, Verdict(Status.GRADER_FAULT, FAULT_MESSAGE, fault=fault), "", 0.0)

    def blames_submission(self, unit: Unit, session: Session, check: CheckPlan) -> bool:
        """Whether a check that broke on this submission works on the reference, with the same inputs.

        If so, the submission's values broke it, and no points can be won by breaking checks.
        """
        if not unit.solution.is_file() or getattr(session, "is_reference", False):
            return False
        solution = parse_submission(unit.solution.name, unit.solution.read_bytes())
        plugin = Plugin(self.plan(unit), Session(self.sandbox, unit, solution, session.seed), lambda c: c.id == check.id, self)
        plugin.session.is_reference = True  # type: ignore[attr-defined]
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
    return Environment(course.__version__, torch.__version__, platform.python_version(), device, seed, isolation)


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


class GraderModules(pytest.Module):
    """A grader file, imported once per process below PACKAGE, so that it can import its neighbours."""

    def _getobj(self) -> types.ModuleType:
        return import_grader(self.path)


def import_grader(path: Path) -> types.ModuleType:
    """`graders/01_tensors/test_hidden.py` as `course_graders.01_tensors.test_hidden`."""
    package = f"{PACKAGE}.{path.parent.name}@{hashlib.sha256(str(path.parent).encode()).hexdigest()[:8]}"
    name = f"{package}.{path.stem}"
    if name in sys.modules:
        return sys.modules[name]
    for parent, folder in ((PACKAGE, ""), (package, str(path.parent))):
        if parent not in sys.modules:
            module = types.ModuleType(parent)
            module.__path__ = [folder] if folder else []
            sys.modules[parent] = module
            cloudpickle.register_pickle_by_value(module)
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module


class Collector:
    """Makes pytest import grader files our way."""

    def pytest_pycollect_makemodule(self, module_path: Path, parent: pytest.Collector) -> pytest.Module:
        module: pytest.Module = GraderModules.from_parent(parent, path=module_path)
        return module


def run_pytest(unit: Unit, plugin: Plugin, hidden: bool) -> None:
    """One quiet pytest session over the unit's grader files, isolated from any configuration."""
    files = [path for path in (unit.visible_checks, unit.hidden_checks) if path.is_file()]
    arguments = [str(path) for path in files if hidden or path == unit.visible_checks]
    arguments += ["-c", "/dev/null", "--rootdir", str(unit.graders), "--assert=plain", "-p", "no:cacheprovider"]
    arguments += ["--capture=no", "-p", "no:terminal", "-p", "no:unraisableexception", "-p", "no:threadexception"]
    arguments += ["-p", "no:logging", "-p", "no:warnings", "-p", "no:faulthandler", "--disable-plugin-autoload"]
    with isolated_environment():
        code = pytest.main(arguments, plugins=[plugin, Collector()])
    if code in (pytest.ExitCode.INTERRUPTED, pytest.ExitCode.INTERNAL_ERROR, pytest.ExitCode.USAGE_ERROR) and not plugin.faults:
        plugin.faults.append(f"pytest ended with {code!r}")


@contextlib.contextmanager
def isolated_environment() -> Iterator[None]:
    """No PYTEST_ADDOPTS of the user's reaches the session."""
    import os

    kept = {name: os.environ.pop(name) for name in list(os.environ) if name.startswith("PYTEST_")}
    try:
        yield
    finally:
        for name in list(os.environ):
            if name.startswith("PYTEST_"):
                del os.environ[name]
        os.environ.update(kept)


__all__ = ["Grader", "Outcome", "Session", "Student", "derive"]
