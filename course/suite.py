"""A unit's checks as a pytest session that stays open: collected once, run for each submission.

pytest ends a session after one pass over its items, but asks a plugin how to make that pass. Ours
makes one pass for each trial that it is given, so that pytest's fixed costs are paid once per unit and process. The
session lives in a thread of its own, because pytest.main returns only when all is over.

pytest finds the test functions and gives them their fixtures; verdicts are the trial's (trial.py).
"""

from __future__ import annotations

import contextlib
import os
import queue
import threading
import types
from collections.abc import Callable, Iterator

import pytest
import torch

from course.collect import Collector
from course.plan import CheckPlan, UnitPlan
from course.report import Status
from course.session import Student
from course.trial import Trial
from course.verdicts import FAULT_MESSAGE, Verdict

WITHOUT = [
    "cacheprovider",
    "terminal",
    "unraisableexception",
    "threadexception",
    "logging",
    "warnings",
    "faulthandler",
]
QUIET = ["-c", os.devnull, "--assert=plain", "--capture=no", "--disable-plugin-autoload"]
QUIET += [f"-pno:{plugin}" for plugin in WITHOUT]
BROKEN = (pytest.ExitCode.INTERRUPTED, pytest.ExitCode.INTERNAL_ERROR, pytest.ExitCode.USAGE_ERROR)


class Pass:
    """One trial's way to the session's thread and back."""

    def __init__(self, trial: Trial) -> None:
        self.trial = trial
        self.threads = torch.get_num_threads()  # a setting of each thread's
        self.over = threading.Event()
        self.error: BaseException | None = None


class Suite:
    """The open session of one unit, with its hidden checks or without.

    `faults` says, for the instructor, what kept pytest from collecting or running checks.
    """

    def __init__(self, plan: UnitPlan, hidden: bool, reference: Callable[[], types.ModuleType]) -> None:
        self.plan = plan
        self.faults: list[str] = []
        self._reference = reference
        self._trial: Trial | None = None
        self._passes: queue.SimpleQueue[Pass | None] = queue.SimpleQueue()
        self._collected = threading.Event()
        self.ended = False
        unit = plan.unit
        files = [path for path in (unit.visible_checks, unit.hidden_checks) if path.is_file()]
        arguments = [str(path) for path in files if hidden or path == unit.visible_checks]
        with isolated_environment():
            thread = threading.Thread(
                target=self._live, args=([*arguments, f"--rootdir={unit.graders}", *QUIET],), daemon=True
            )
            thread.start()
            self._collected.wait()

    def run(self, trial: Trial) -> None:
        """One pass over the trial's checks. Its results are in the trial, faults of pytest's here."""
        if self.ended:
            return
        one = Pass(trial)
        with isolated_environment():
            self._passes.put(one)
            one.over.wait()
        if (
            one.error is not None
        ):  # nothing that a check does gets out of a trial: pytest itself is in disorder
            self.faults.append(f"pytest ended with {one.error!r}")
            self.ended = True
            self.close()

    def close(self) -> None:
        """Ends the session."""
        self._passes.put(None)

    def _live(self, arguments: list[str]) -> None:
        try:
            code = pytest.main(arguments, plugins=[self, Collector()])
            if code in BROKEN and not self.faults:
                self.faults.append(f"pytest ended with {code!r}")
        except BaseException as error:
            self.faults.append(f"pytest ended with {error!r}")
        finally:
            self.ended = True
            self._collected.set()

    # --- what pytest asks ---------------------------------------------------------------------

    @pytest.fixture
    def student(self) -> Student:
        """The submission, in another process."""
        assert self._trial is not None
        return Student(self._trial.session)

    @pytest.fixture
    def reference(self) -> types.ModuleType:
        """The unit's solution, in this process."""
        return self._reference()

    def plan_of(self, item: pytest.Item) -> CheckPlan | None:
        """The check that a collected function is."""
        return self.plan.by_function(item.path.name == "test_visible.py", item.name)

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Keeps the planned checks, in the plan's order."""
        order = {check.id: number for number, check in enumerate(self.plan.checks)}
        found = [(order[check.id], item) for item in items if (check := self.plan_of(item))]
        items[:] = [item for _, item in sorted(found, key=lambda pair: pair[0])]

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self.faults.append(f"{report.nodeid}: {str(report.longrepr).strip().splitlines()[-1]}")

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """One pass after the other, for as long as somebody asks."""
        self._collected.set()
        while (one := self._passes.get()) is not None:
            self._trial = one.trial
            try:
                torch.set_num_threads(one.threads)
                self._pass(session.items)
            except BaseException as error:
                one.error = error
            finally:
                self._trial = None
                one.over.set()
        return True

    def _pass(self, items: list[pytest.Item]) -> None:
        assert self._trial is not None
        wanted = self._trial.wanted
        chosen = [item for item in items if (check := self.plan_of(item)) and check.id in wanted]
        for item, following in zip(chosen, [*chosen[1:], None], strict=True):
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)

    def pytest_runtest_makereport(self, item: pytest.Item, call: pytest.CallInfo[None]) -> None:
        """A fixture that fails is a fault of ours."""
        check = self.plan_of(item)
        if check and self._trial and call.excinfo is not None and check.id not in self._trial.results:
            place = f"{item.path.name}: {call.excinfo.exconly()}"
            self._trial.record(check, Verdict(Status.GRADER_FAULT, FAULT_MESSAGE, fault=place), 0.0)

    def pytest_pyfunc_call(self, pyfuncitem: pytest.Function) -> bool:
        """Runs one check; nothing that it raises reaches pytest."""
        check = self.plan_of(pyfuncitem)
        assert check is not None
        assert self._trial is not None
        arguments = {name: pyfuncitem.funcargs[name] for name in pyfuncitem._fixtureinfo.argnames}
        self._trial.run(check, lambda: pyfuncitem.obj(**arguments))
        return True


@contextlib.contextmanager
def isolated_environment() -> Iterator[None]:
    """No PYTEST_ADDOPTS of the user's reaches the session."""
    kept = {name: os.environ.pop(name) for name in list(os.environ) if name.startswith("PYTEST_")}
    try:
        yield
    finally:
        for name in list(os.environ):
            if name.startswith("PYTEST_"):
                del os.environ[name]
        os.environ.update(kept)
