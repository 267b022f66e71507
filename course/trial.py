"""One submission before its checks: what each of them comes to.

One guest serves a submission as long as its checks pass. A check that fails in a guest
that earlier checks have used is repeated in a fresh one, and that verdict counts, so that no
check can cost another its points. That guest then serves the task's other checks that fail in the same
way, too: their mistake is the same one, and a fresh guest costs as much as all checks of a task.
A crash or a timeout ends one guest; the next check gets a
new one. In any guest but the first, the first check runs twice: a function that is right only when it
is called for the first time passes one check at most. A check whose guest was killed from outside, or lost its
warm parent, is repeated once.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import torch

from course import checks as words
from course.errors import SandboxError
from course.plan import CheckPlan, UnitPlan
from course.report import CheckResult, Status
from course.sandbox.host import GuestCrashed, GuestEnded, SandboxGone
from course.session import Session
from course.verdicts import FAULT_MESSAGE, Verdict, error_sentence, fault_place, make_result


def deferred(check: CheckPlan) -> Verdict | None:
    """The verdict of a check that cannot run on this machine."""
    if check.cuda and not torch.cuda.is_available():
        return Verdict(Status.DEFERRED, "Needs a GPU with CUDA; not run here and not counted.")
    return None


class Trial:
    """A session's checks, judged one after the other, and what became of them.

    `works_on_reference` says of a check that broke whether it works on the reference, with the same inputs.
    """

    def __init__(
        self,
        plan: UnitPlan,
        session: Session,
        wanted: frozenset[str],
        works_on_reference: Callable[[CheckPlan, Session], bool],
    ) -> None:
        self.plan = plan
        self.session = session
        self.wanted = wanted
        self.works_on_reference = works_on_reference
        self.results: dict[str, CheckResult] = {}

    def run(self, check: CheckPlan, function: Callable[[], Any]) -> None:
        """Judges one check and records its one result; nothing that it raises gets out."""
        if self.session.closed:  # the caller was interrupted and waits no more; pytest has to come to an end
            return
        began = time.perf_counter()
        self.session.output = []  # a check that does not run shows nothing of the one before it
        verdict = self.judge(check, function)
        self.record(check, verdict, time.perf_counter() - began)

    def judge(self, check: CheckPlan, run: Callable[[], Any]) -> Verdict:
        """The verdict of one check: deferred, skipped, or what running it gives."""
        if later := deferred(check):
            return later
        if unmet := self.unmet(check):
            return Verdict(Status.SKIPPED, f"Waits for {unmet}: make that pass first.", waits_for=unmet)
        if self.session.load_failed is not None:
            return self.ended(self.session.load_failed)
        used, only_stubs = self.session.used, self.session.only_stubs
        verdict = self.look(check, run, twice=self.session.renewed)
        stub = verdict.status is Status.NOT_ATTEMPTED
        known = self.session.is_known(check.task, verdict.symptom)
        if used and verdict.status is not Status.PASSED and not (known or (stub and only_stubs)):
            self.session.drop_guest()
            verdict = self.look(check, run, twice=True)
        if verdict.accident:
            self.session.drop_guest()
            verdict = self.look(check, run, twice=True)
        if verdict.status is Status.TIMEOUT:  # not before: another task's threads may be to blame
            self.session.slow.add(check.task)
        self.session.note(check.task, verdict.status, verdict.symptom)
        if verdict.status is Status.GRADER_FAULT:
            self.session.drop_guest()  # what still runs in it must not slow the reference
        if (
            verdict.status is Status.GRADER_FAULT
            and not verdict.ours
            and self.works_on_reference(check, self.session)
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

    def look(self, check: CheckPlan, run: Callable[[], Any], twice: bool) -> Verdict:
        """Runs the check's function, and once more if it is to pass `twice`."""
        verdict = self.attempt(check, run)
        return self.again(check, run) if twice and verdict.status is Status.PASSED else verdict

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
            return Verdict(Status.NOT_ATTEMPTED, message, waits_for=reason.waits_for)
        except words.StudentRaised as raised:
            return Verdict(Status.ERROR, error_sentence(raised.error, raised.what), raised.hint)
        except GuestEnded as ended:
            return self.ended(ended)
        except SandboxError as error:  # no guest could be had: whatever the reason is, it is not in this code
            return Verdict(Status.GRADER_FAULT, FAULT_MESSAGE, fault=str(error), accident=True, ours=True)
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
