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
from course.sandbox import cgroup
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
from course.sandbox.sockets import send_with_fds
from course.sandbox.tidy import make_mountpoint, remove_tree, sweep

ALL_LAYERS = frozenset(LAYERS)


class Sandbox:
    """A warm parent and the guests that it forks. One per process; use as a context.

    A warm parent that dies is replaced when the next guest is wanted. With `torch=False` it imports nothing
    but what confines: ten times as quick to start, and enough for plain Python such as the witness's.
    """

    def __init__(
        self, layers: Iterable[str] = ALL_LAYERS, preload: Iterable[str] = (), torch: bool = True
    ) -> None:
        self.layers = frozenset(layers)
        self.preload = tuple(preload)
        self.torch = torch
        self._process: subprocess.Popen[bytes] | None = None
        self._control: socket.socket | None = None
        self._held: set[str] = set()
        self._mountpoint: Path | None = None
        try:
            self._log = tempfile.TemporaryFile()  # noqa: SIM115 - closed with the sandbox
        except OSError as error:
            raise SandboxError(f"no temporary file can be made: {error.strerror or error}") from error

    def start(self) -> None:
        """Starts the warm parent, without waiting for its imports. Safe to call twice."""
        if self._process is not None and self._process.poll() is None:
            return
        self._bury()
        sweep()
        cgroup.sweep()
        try:
            self._mountpoint = make_mountpoint()
        except OSError as error:
            raise SandboxError(f"no temporary folder can be made: {error.strerror or error}") from error
        ours, theirs = socket.socketpair()
        command = [
            sys.executable,
            "-I",
            "-m",
            "course.sandbox.warm",
            str(theirs.fileno()),
            ",".join(sorted(self.layers)),
            str(self._mountpoint),
            *(["plain"] if not self.torch else []),
        ]
        environment = clean_environment(Path(tempfile.gettempdir()))
        with theirs:
            self._process = subprocess.Popen(
                command, pass_fds=[theirs.fileno()], env=environment, stdin=subprocess.DEVNULL,
                stdout=self._log, stderr=self._log, start_new_session=True,
            )  # fmt: skip
        self._control = ours

    def share(self) -> socket.socket:
        """What a SharedSandbox in another process needs; multiprocessing sends it along when that one starts."""
        self.start()
        assert self._control is not None
        return self._control

    def guest(self, limits: Limits | None = None, preload: Iterable[str] = ()) -> Guest:
        """A new guest, confined and ready; raises SandboxError when none can be had."""
        limits = limits or Limits()
        try:
            return self._new_guest(limits, preload)
        except SandboxGone:  # the warm parent or the guest was killed meanwhile: one more, with a new one
            try:
                return self._new_guest(limits, preload)
            except SandboxGone as gone:
                raise SandboxError(gone.reason) from gone

    def _new_guest(self, limits: Limits, preload: Iterable[str]) -> Guest:
        self.start()
        ours = self._connect()
        channel, guest_channel = socket.socketpair()
        read_output, write_output = os.pipe2(os.O_CLOEXEC)
        spec = {
            "layers": sorted(self.layers),
            "limits": asdict(limits),
            "preload": [*self.preload, *preload],
        }
        guest = Guest(ours, channel, read_output, limits)
        try:
            send_with_fds(ours, json.dumps(spec).encode(), [guest_channel.fileno(), write_output])
        except OSError as error:
            guest.close()
            self._forget()
            raise SandboxGone(f"the warm parent is gone: {self._last_words() or error}") from error
        finally:
            guest_channel.close()
            os.close(write_output)
        try:
            guest.hello()
            self._refuse_less(guest)
        except SandboxGone:
            guest.close()
            self._forget()
            raise
        except GuestEnded as error:
            words = guest.output().strip() or self._last_words()
            if isinstance(error, GuestTimeout):  # the warm parent hangs or was stopped
                self._forget()
            raise SandboxGone(f"a guest did not start: {error.reason}: {words}") from error
        except BaseException:
            guest.close()
            raise
        return guest

    def _refuse_less(self, guest: Guest) -> None:
        """A layer that held for an earlier guest must hold for this one: confinement never fades unseen."""
        for layer, reason in guest.held.items():
            if reason is None:
                self._held.add(layer)
            elif layer in self._held:
                guest.close()
                raise SandboxError(f"the layer {layer} held before and does not now: {reason}")

    def _connect(self) -> socket.socket:
        """A new connection to the warm parent."""
        ours, theirs = socket.socketpair()
        with theirs:
            try:
                assert self._control is not None
                send_with_fds(self._control, b"+", [theirs.fileno()])
            except OSError as error:
                ours.close()
                self._forget()
                raise SandboxGone(f"the warm parent is gone: {self._last_words() or error}") from error
        return ours

    def _last_words(self) -> str:
        self._log.seek(0)
        lines = self._log.read().decode("utf-8", "replace").strip().splitlines()
        return lines[-1] if lines else ""

    def _forget(self) -> None:
        """A warm parent that does not answer is ended, so that the next guest gets a new one."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()

    def close(self) -> None:
        """Ends the warm parent and every guest."""
        self._bury()
        self._log.close()

    def _bury(self) -> None:
        """Ends the warm parent, if there is one, and removes what it leaves."""
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
        if self._mountpoint is not None:
            remove_tree(self._mountpoint)
            self._mountpoint = None

    def __enter__(self) -> Sandbox:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class SharedSandbox(Sandbox):
    """Guests of a warm parent that another process has started for several of its workers; of an own one if it ends."""

    def __init__(self, control: socket.socket, layers: Iterable[str] = ALL_LAYERS) -> None:
        super().__init__(layers)
        self._control = control
        self._shared = True

    def start(self) -> None:
        """Nothing to start while the shared one lives."""
        if not self._shared:
            super().start()

    def _forget(self) -> None:
        if not self._shared:
            super()._forget()
        self._shared = False


class ResidentSandbox(Sandbox):
    """Guests of a warm parent that others share: it is reached by its socket, and neither started nor ended."""

    def __init__(self, path: Path, layers: Iterable[str] = ALL_LAYERS) -> None:
        super().__init__(layers)
        self._path = path

    def start(self) -> None:
        """Nothing to start."""

    def _connect(self) -> socket.socket:
        connection = socket.socket(socket.AF_UNIX)
        try:
            connection.connect(str(self._path))
        except OSError as error:
            connection.close()
            raise SandboxGone(f"the warm parent is gone: {error}") from error
        return connection


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
    "ResidentSandbox",
    "Sandbox",
    "SandboxGone",
    "SharedSandbox",
    "printable",
]
