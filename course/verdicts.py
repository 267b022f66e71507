"""What a check's function ended with, made into the result that everybody reads.

The sentences about what a student's code raised, and where a check of ours broke, are made here.
"""

from __future__ import annotations

import re
import traceback
from dataclasses import dataclass
from pathlib import Path

from course.plan import CheckPlan, UnitPlan
from course.report import CheckResult, Status
from course.sandbox.answers import GuestError
from course.sandbox.output import printable, without_paths

Symptom = tuple[str, str] | None
KEPT_OUTPUT = 16 * 1024  # characters from the beginning and from the end
KEPT_MESSAGE = 2000  # the same of a message: an author may put an answer into it
# of a message: what is wrong after state of another check, too; and what differs though the mistake is the same
WRONG_VALUES = re.compile(r"no value is|some values are right|is not right|not the right (?:value|numbers)")
WHAT_AND_VALUES = re.compile(r"\A[^\n]*?(?= (?:is|has|holds)\b|: got)|\n  got .*", re.DOTALL)
FAULT_MESSAGE = (
    "This check is broken; that is our fault and costs you nothing. Your instructor can see where."
)


@dataclass(frozen=True)
class Verdict:
    """What a check's function ended with, before it is made a CheckResult."""

    status: Status
    message: str = ""
    hint: str | None = None
    mistake: str | None = None
    fault: str | None = None
    waits_for: str | None = None  # the task or check that has to come first
    accident: bool = False  # the guest was killed, perhaps by somebody else: worth a second try
    ours: bool = (
        False  # no code of the student's ran when it broke: not their fault, whatever the reference does
    )

    @property
    def symptom(self) -> Symptom:
        """How a check failed: two with the same symptom have the same cause. None if it tells no cause."""
        if self.mistake is None and WRONG_VALUES.search(self.message):
            return None
        said = WHAT_AND_VALUES.sub("", self.message)
        return self.status.value, self.mistake or re.sub(r"[^A-Za-z_]+", " ", said)


def make_result(
    check: CheckPlan, plan: UnitPlan, verdict: Verdict, output: str, seconds: float
) -> CheckResult:
    """A verdict with everything that is said about it."""
    passed = verdict.status is Status.PASSED
    hint = verdict.hint
    if hint is None and verdict.status in (Status.FAILED, Status.ERROR, Status.CRASHED, Status.TIMEOUT):
        hint = check.hint or next(iter(plan.hints(check.task)), None)
    message = printable(shortened(verdict.message, KEPT_MESSAGE))
    mistake = verdict.mistake
    if mistake is not None and mistake in plan.mistakes:
        message = f"{message}\n{plan.mistakes[mistake]}"
    return CheckResult(
        id=check.id, task=check.task, title=check.title, visible=check.visible, points=check.points,
        earned=check.points if passed else 0, status=verdict.status, message=message, hint=hint, mistake=mistake,
        output="" if passed else shortened(output), seconds=round(seconds, 4 if check.visible else 1),
        fault=verdict.fault and printable(verdict.fault), waits_for=verdict.waits_for,
    )  # fmt: skip


def shortened(text: str, kept: int = KEPT_OUTPUT) -> str:
    """Printed text of all calls of a check, or a message, cut in the middle."""
    if len(text) <= 2 * kept:
        return text
    return f"{text[:kept]}\n[... cut ...]\n{text[-kept:]}"


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
    if explained := surroundings(error):
        text += f"\n{explained}"
    return text


NETWORK = ("name resolution", "Network is unreachable", "Name or service not known", "urlopen error")


def surroundings(error: GuestError) -> str:
    """What is different where checks run, if that is what the code has met."""
    if error.type == "EOFError" and "reading a line" in error.message:
        return "Checks run where there is no keyboard: input() has nobody to ask."
    if error.type == "BdbQuit":
        return "Checks run where there is no terminal: take breakpoint() out."
    if error.type == "BlockingIOError" and "temporarily unavailable" in error.message:
        return "Checks may start only a few processes and threads."
    if any(words in error.message for words in NETWORK):
        return "Checks run where there is no network."
    if error.type in ("FileNotFoundError", "PermissionError"):
        return "Checks run in an empty folder of their own: other files of yours are not there."
    return ""


def fault_place(error: Exception) -> str:
    """File and line of a grader's own exception, for the instructor."""
    frames = [f for f in traceback.extract_tb(error.__traceback__) if "graders" in Path(f.filename).parts]
    where = (
        f"{Path(frames[-1].filename).parent.name}/{Path(frames[-1].filename).name}, line {frames[-1].lineno}"
        if frames
        else "engine"
    )
    return f"{where}: {type(error).__name__}: {error}"[:500]
