"""`course watch` in a pseudo-terminal: seconds from a save to its verdict."""

from __future__ import annotations

import os
import pty
import re
import select
import subprocess
import time
from pathlib import Path

from benchmarks.timing import NotMeasured, Times

PATIENCE = 120.0  # seconds for anything to appear


class Terminal:
    """A command in a terminal of its own."""

    def __init__(self, command: list[str], folder: Path, environment: dict[str, str]) -> None:
        self.master, slave = pty.openpty()
        self.process = subprocess.Popen(
            command, cwd=folder, stdin=slave, stdout=slave, stderr=slave, start_new_session=True,
            env={**environment, "TERM": "xterm"},
        )  # fmt: skip
        os.close(slave)
        self.text = ""

    def wait_for(self, words: str) -> None:
        """Reads until a pattern stands after what was waited for before."""
        deadline = time.monotonic() + PATIENCE
        while not (found := re.search(words, self.text)):
            ready, _, _ = select.select([self.master], [], [], max(deadline - time.monotonic(), 0))
            try:
                self.text += os.read(self.master, 65536).decode("utf-8", "replace") if ready else ""
            except OSError:
                ready = []
            if not ready:
                raise NotMeasured(f"course watch did not show {words!r}")
        self.text = self.text[found.end() :]

    def close(self) -> None:
        """Ends the command."""
        self.process.kill()
        self.process.wait()
        os.close(self.master)


class WatchSession:
    """`course watch` that stays open between the rounds; each save changes one task of the file."""

    def __init__(self, command: list[str], path: Path, task: str, bodies: tuple[str, str]) -> None:
        self.command = command
        self.path = path
        self.task = task
        self.bodies = bodies
        self.saves = 0
        self.terminal: Terminal | None = None

    def open(self, environment: dict[str, str]) -> None:
        """Starts it, and waits until it watches."""
        self.terminal = Terminal(self.command, self.path.parent, environment)
        self.terminal.wait_for("checked all tasks in")
        self.terminal.wait_for("q quit")
        time.sleep(1.0)  # the watching thread starts after the first screen

    def save(self, environment: dict[str, str]) -> Times:
        """Seconds from a write of the file to the line that tells its verdict."""
        if self.terminal is None:
            self.open(environment)
        assert self.terminal is not None
        old, new = self.bodies if self.saves % 2 == 0 else self.bodies[::-1]
        text = self.path.read_text(encoding="utf-8")
        if old not in text:
            raise NotMeasured(f"the reference of {self.task} is not what the benchmark knows")
        self.saves += 1
        time.sleep(0.5)  # nobody saves twice at once
        began = time.perf_counter()
        self.path.write_text(text.replace(old, new), encoding="utf-8")
        self.terminal.wait_for(f"checked {self.task} in")
        return Times(time.perf_counter() - began, None)

    def close(self) -> None:
        """Ends it."""
        if self.terminal is not None:
            self.terminal.close()
