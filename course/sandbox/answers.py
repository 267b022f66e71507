"""What the host gets from a guest, parsed: answers, errors as data, and the ways a guest ends."""

from __future__ import annotations

import os
import signal
from dataclasses import dataclass, field
from typing import Any

from course.sandbox import wire


class GuestEnded(Exception):
    """A guest is gone. `reason` is one sentence for the student."""

    status = "crashed"

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class GuestTimeout(GuestEnded):
    """The deadline passed; the guest's tree was killed."""

    status = "timeout"


class GuestCrashed(GuestEnded):
    """The guest ended by itself, by a signal, or by a cap on memory or processes.

    `killed` if by a SIGKILL that is not ours: its own, or that of a kernel that is out of memory.
    """

    def __init__(self, reason: str, killed: bool = False) -> None:
        super().__init__(reason)
        self.killed = killed


class GuestBrokeProtocol(GuestEnded):
    """The guest sent something that is not a frame of the protocol."""


@dataclass(frozen=True)
class Cell:
    """One cell of a submission: what the student calls it, its first line, its code."""

    label: str
    start: int
    source: str


@dataclass(frozen=True)
class Program:
    """What a guest runs: a file name, the whole text, and the cells in order."""

    name: str
    text: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True)
class GuestError:
    """What the student's code raised, as data; `line` is in the student's own file."""

    kind: str  # "raised", "stub", "missing", "too large"
    type: str = ""
    mro: tuple[str, ...] = ()
    message: str = ""
    file: str | None = None
    line: int | None = None
    code: str | None = None
    defines: tuple[str, ...] = ()
    function: str = ""  # of a stub: which function it is

    @classmethod
    def parse(cls, data: Any) -> GuestError:
        """From a guest's frame, every field checked and cut."""
        if not isinstance(data, dict):
            raise wire.ProtocolError("an error is not described")
        line = data.get("line")
        return cls(
            kind=_text(data.get("kind"), 20),
            type=_text(data.get("type"), 100),
            mro=tuple(_text(name, 100) for name in _list(data.get("mro"))[:20]),
            message=_text(data.get("message"), 600),
            file=_text(data.get("file"), 200) or None,
            line=line if isinstance(line, int) and 0 < line < 10**7 else None,
            code=_text(data.get("code"), 200) or None,
            function=_text(data.get("function"), 200),
            defines=tuple(_text(name, 200) for name in _list(data.get("defines"))[:200]),
        )


@dataclass(frozen=True)
class Answer:
    """What a request brought: a value or an error, the arguments afterwards, the printed text."""

    value: Any = None
    args: Any = ()
    kwargs: Any = field(default_factory=dict)
    error: GuestError | None = None
    output: str = ""


@dataclass(frozen=True)
class Loaded:
    """What loading a submission brought: errors by cell and the names that it defines."""

    errors: tuple[GuestError, ...]
    names: frozenset[str]
    output: str


def _text(value: Any, limit: int) -> str:
    return value[:limit] if isinstance(value, str) else ""


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


class SandboxGone(GuestEnded):
    """The warm parent died; our fault, not the guest's."""

    status = "grader_fault"


SIGNAL_WORDS = {
    signal.SIGSEGV: "memory that is not there was touched",
    signal.SIGKILL: "killed",
    signal.SIGABRT: "aborted",
    signal.SIGFPE: "an arithmetic fault",
    signal.SIGBUS: "a bus error: shared memory ran out or a file shrank",
    signal.SIGXFSZ: "a file grew over the limit",
    signal.SIGSYS: "a forbidden system call",
}


def was_killed(answer: dict[str, Any] | None) -> bool:
    """Whether the end came by a SIGKILL that the warm parent did not send for a cap."""
    if answer is None or answer.get("complaint"):
        return False
    return os.WIFSIGNALED(answer["status"]) and os.WTERMSIG(answer["status"]) == signal.SIGKILL


def explain_exit(answer: dict[str, Any] | None) -> str:
    """The rest of a sentence that begins with what was running."""
    if answer is None:
        return "closed the channel to the grader before the check finished"
    status = answer["status"]
    if answer.get("complaint"):
        return str(answer["complaint"])
    if os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        words = SIGNAL_WORDS.get(signal.Signals(number), signal.strsignal(number)) if number < 65 else None
        return f"ended Python by signal {number} ({words or 'unknown'}) before the check finished"
    return f"ended Python (exit code {os.waitstatus_to_exitcode(status)}) before the check finished"
