"""The trusted side's front door: a sandbox that hands out guests.

    with Sandbox() as sandbox:
        guest = sandbox.guest(limits)
        guest.load(program)
        answer = guest.call("split_heads", (x,), {"num_heads": 3}, seconds=10)

What ends a guest is one of the exceptions in answers.py; the sandbox itself goes on, and the
next guest starts fresh.
"""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path

from course.errors import SandboxError
from course.sandbox.answers import (
    Answer,
    Cell,
    GuestBrokeProtocol,
    GuestCrashed,
    GuestEnded,
    GuestError,
    GuestTimeout,
    Loaded,
    Program,
    SandboxGone,
)
from course.sandbox.channel import Guest
from course.sandbox.confine import LAYERS, Limits, clean_environment
from course.sandbox.output import printable
from course.sandbox.warm import send_with_fds

ALL_LAYERS = frozenset(LAYERS)


class Sandbox:
    """A warm parent and the guests that it forks. One per process; use as a context."""

    def __init__(self, layers: Iterable[str] = ALL_LAYERS, preload: Iterable[str] = ()) -> None:
        self.layers = frozenset(layers)
        self.preload = tuple(preload)
        self._process: subprocess.Popen[bytes] | None = None
        self._control: socket.socket | None = None
        self._log = tempfile.TemporaryFile()  # noqa: SIM115 - closed with the sandbox

    def start(self) -> None:
        """Starts the warm parent, without waiting for its imports. Safe to call twice."""
        if self._process is not None and self._process.poll() is None:
            return
        ours, theirs = socket.socketpair()
        command = [
            sys.executable,
            "-I",
            "-m",
            "course.sandbox.warm",
            str(theirs.fileno()),
            ",".join(sorted(self.layers)),
        ]
        environment = {
            **clean_environment(Path(tempfile.gettempdir())),
            "PATH": os.environ.get("PATH", os.defpath),
        }
        with theirs:
            self._process = subprocess.Popen(
                command, pass_fds=[theirs.fileno()], env=environment, stdin=subprocess.DEVNULL,
                stdout=self._log, stderr=self._log, start_new_session=True,
            )  # fmt: skip
        self._control = ours

    def guest(self, limits: Limits | None = None, preload: Iterable[str] = ()) -> Guest:
        """A new guest, confined and ready; raises SandboxError when none can be had."""
        self.start()
        limits = limits or Limits()
        ours, theirs = socket.socketpair()
        channel, guest_channel = socket.socketpair()
        read_output, write_output = os.pipe2(os.O_CLOEXEC)
        spec = {
            "layers": sorted(self.layers),
            "limits": asdict(limits),
            "preload": [*self.preload, *preload],
        }
        guest = Guest(ours, channel, read_output, limits)
        try:
            assert self._control is not None
            send_with_fds(self._control, b"+", [theirs.fileno()])
            send_with_fds(ours, json.dumps(spec).encode(), [guest_channel.fileno(), write_output])
        except OSError as error:
            raise SandboxError(f"the warm parent is gone: {self._last_words() or error}") from error
        finally:
            theirs.close()
            guest_channel.close()
            os.close(write_output)
        try:
            guest.hello()
        except GuestEnded as error:
            words = guest.output().strip() or self._last_words()
            raise SandboxError(f"a guest did not start: {error.reason}: {words}") from error
        return guest

    def _last_words(self) -> str:
        self._log.seek(0)
        lines = self._log.read().decode("utf-8", "replace").strip().splitlines()
        return lines[-1] if lines else ""

    def close(self) -> None:
        """Ends the warm parent and every guest."""
        if self._control is not None:
            self._control.close()
            self._control = None
        if self._process is not None:
            try:
                self._process.wait(5)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
            self._process = None
        self._log.close()

    def __enter__(self) -> Sandbox:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


__all__ = [
    "ALL_LAYERS",
    "Answer",
    "Cell",
    "Guest",
    "GuestBrokeProtocol",
    "GuestCrashed",
    "GuestEnded",
    "GuestError",
    "GuestTimeout",
    "Limits",
    "Loaded",
    "Program",
    "Sandbox",
    "SandboxGone",
    "printable",
]
