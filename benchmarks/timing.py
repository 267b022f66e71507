"""Wall and CPU seconds of whole commands, several of them in turn."""

from __future__ import annotations

import contextlib
import os
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from course.sandbox.confine import become_subreaper

GIVE_UP = 3600.0  # seconds for one command


class NotMeasured(Exception):
    """A row has no numbers; the message is one sentence that says why."""


@dataclass(frozen=True)
class Times:
    """One run. CPU seconds are those of a command and of all below it that were waited for; None if unknown.

    `peak` is the resident memory in MiB of the largest of these processes.
    """

    wall: float
    cpu: float | None
    peak: float = 0.0


@dataclass
class Series:
    """The runs of one row, or the sentence why there are none."""

    runs: list[Times] = field(default_factory=list)
    reason: str | None = None

    @property
    def wall(self) -> float | None:
        """Median wall seconds."""
        return statistics.median(t.wall for t in self.runs) if self.runs else None

    @property
    def peak(self) -> float | None:
        """Median MiB of the largest process."""
        return statistics.median(t.peak for t in self.runs) if self.runs else None

    @property
    def cpu(self) -> float | None:
        """Median CPU seconds."""
        known = [t.cpu for t in self.runs if t.cpu is not None]
        return statistics.median(known) if known else None


def timed(
    command: Sequence[str | Path],
    folder: Path,
    environment: dict[str, str] | None = None,
    good: Sequence[int] = (0, 1),
) -> Times:
    """Runs one command; NotMeasured with its last words if it ends with another code than the good ones."""
    name = Path(command[0]).name
    with tempfile.TemporaryFile() as output:
        began = time.perf_counter()
        try:
            process = subprocess.Popen(
                [str(part) for part in command], cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                stdout=output, stderr=subprocess.STDOUT, start_new_session=True,
            )  # fmt: skip
        except OSError as error:
            raise NotMeasured(f"{name} could not be started: {error.strerror}") from error
        code, usage = ended(process, began)
        if code not in good:
            output.seek(0)
            raise NotMeasured(f"{name} ended with {code}: {last_words(output.read())}")
    return Times(usage.wall, usage.cpu, usage.peak)


@dataclass(frozen=True)
class Usage:
    """What a command used: seconds of its own clock, CPU seconds with all processes of its group, MiB of the largest."""

    wall: float
    cpu: float
    peak: float


def ended(process: subprocess.Popen[bytes], began: float = 0.0) -> tuple[int, Usage]:
    """Waits for a command that leads a process group; its exit code and what it used. The group never outlives us.

    Processes that it leaves behind (a fork server on its way out) are adopted and counted, but not in `wall`.
    """
    become_subreaper()
    alarm = threading.Timer(GIVE_UP, os.killpg, (process.pid, signal.SIGKILL))
    alarm.daemon = True
    alarm.start()
    try:
        _, status, first = os.wait4(process.pid, 0)
        wall, usages = time.perf_counter() - began, [first]
        with contextlib.suppress(ChildProcessError):
            while True:
                usages.append(os.wait4(-process.pid, 0)[2])
    except BaseException:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        raise
    finally:
        alarm.cancel()
        become_subreaper(False)
    process.returncode = os.waitstatus_to_exitcode(status)
    cpu = sum(usage.ru_utime + usage.ru_stime for usage in usages)
    return process.returncode, Usage(wall, cpu, max(usage.ru_maxrss for usage in usages) / 1024)


def last_words(output: bytes) -> str:
    """The last line of what a command said, short enough for a table."""
    lines = [line.strip() for line in output.decode("utf-8", "replace").splitlines() if line.strip()]
    return lines[-1].replace("|", "/")[:160] if lines else "it said nothing"


def interleaved(rows: dict[str, Callable[[], Times]], rounds: int, warm_up: bool = True) -> dict[str, Series]:
    """Runs all rows in turn, A B C A B C; the first round only fills caches, if `warm_up`.

    A row that fails is left out of the later rounds.
    """
    series = {name: Series() for name in rows}
    for number in range(rounds + warm_up):
        for name, run in rows.items():
            if series[name].reason is not None:
                continue
            say(f"round {number + 1 - warm_up} of {rounds}: {name}")
            try:
                times = run()
            except NotMeasured as error:
                series[name] = Series(reason=str(error))
            else:
                if number or not warm_up:
                    series[name].runs.append(times)
    return series


def say(text: str) -> None:
    """A line of progress."""
    print(f"  {time.strftime('%H:%M:%S')} {text}", file=sys.stderr, flush=True)


def environment(**changes: str) -> dict[str, str]:
    """This process's environment without a terminal's or a test run's marks, with changes."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("COURSE_", "PYTEST_"))}
    beside = str(Path(sys.executable).parent)  # nbgrader calls alembic by name
    kept["PATH"] = os.pathsep.join((beside, kept.get("PATH", os.defpath)))
    return kept | changes
