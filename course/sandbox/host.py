"""The trusted side: starts guests, asks them, and never believes more than it must.

    with Sandbox() as sandbox:
        guest = sandbox.guest(limits)
        guest.load(submission)
        answer = guest.call("split_heads", (x,), {"num_heads": 3}, seconds=10)

Every wait has a deadline kept here, by this process's monotonic clock. While it waits, the host drains the
guest's printed text (and keeps a capped part of it) and watches the memory and the number of
processes of the guest's whole tree. What ends a guest is one of the exceptions below; the sandbox
itself goes on, and the next guest starts fresh.
"""

from __future__ import annotations

import contextlib
import json
import os
import secrets
import selectors
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from typing import Any

from course.errors import SandboxError
from course.sandbox import wire
from course.sandbox.confine import LAYERS, MIB, Limits, clean_environment
from course.sandbox.warm import recv_with_fds, send_with_fds
from course.sandbox.watch import TreeWatch

ALL_LAYERS = frozenset(LAYERS)
START_SECONDS = 120.0  # the first guest waits for the warm parent's imports
HEAD_BYTES = TAIL_BYTES = 8 * 1024


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
    """The guest ended by itself, by a signal, or by a cap on memory or processes."""


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


class Output:
    """Printed text: the first and the last few kilobytes, and how much there was."""

    def __init__(self) -> None:
        self.head = bytearray()
        self.tail = bytearray()
        self.total = 0

    def feed(self, data: bytes) -> None:
        """Takes a chunk; memory stays bounded."""
        self.total += len(data)
        room = HEAD_BYTES - len(self.head)
        self.head += data[:room]
        self.tail += data[room:] if room > 0 else data
        del self.tail[:-TAIL_BYTES]

    def take(self) -> str:
        """The text so far, control characters shown as \\xNN, and a fresh start."""
        skipped = self.total - len(self.head) - len(self.tail)
        text = bytes(self.head).decode("utf-8", "backslashreplace")
        if skipped:
            text += f"\n[... {skipped:,} bytes left out ...]\n"
        text += bytes(self.tail).decode("utf-8", "backslashreplace")
        self.__init__()  # type: ignore[misc]
        return printable(text)


def printable(text: str) -> str:
    """Text that can do nothing to a terminal: control characters become \\xNN."""
    return "".join(
        c if c in "\n\t" or (c.isprintable() and c not in "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
        else f"\\x{ord(c):02x}" if ord(c) < 256 else f"\\u{ord(c):04x}"
        for c in text
    )  # fmt: skip


class Guest:
    """One untrusted process tree and the channel to it."""

    def __init__(self, connection: socket.socket, channel: socket.socket, output_fd: int, limits: Limits) -> None:
        self.connection = connection
        self.channel = channel
        self.limits = limits
        self.held: dict[str, str | None] = {}
        self.fresh = True  # no check has used it yet
        self.ended: GuestEnded | None = None
        self._output_fd = output_fd
        self._output = Output()
        self._buffer = bytearray()
        self._watch: TreeWatch | None = None
        self._exit: dict[str, Any] | None = None
        self._selector = selectors.DefaultSelector()
        channel.setblocking(False)
        os.set_blocking(output_fd, False)
        for source in (connection, channel, output_fd):
            self._selector.register(source, selectors.EVENT_READ)

    def load(self, program: Program, seed: int = 0) -> Loaded:
        """Runs the submission's cells; raises GuestEnded if that ends the guest."""
        request = {
            "name": program.name,
            "text": program.text,
            "seed": seed,
            "cells": [asdict(cell) for cell in program.cells],
        }
        self._place = ""

        def progress(frame: dict[str, Any]) -> None:
            number = frame.get("cell")
            if isinstance(number, int) and 0 <= number < len(program.cells):
                cell = program.cells[number]
                self._place = f" (in {cell.label or f'the cell at line {cell.start}'})"

        frame, _ = self._request("load", request, None, self.limits.load_seconds, "running your file", progress)
        try:
            errors = tuple(GuestError.parse(e) for e in _list(frame.get("errors"))[:200])
        except wire.ProtocolError as error:
            raise self._end(GuestBrokeProtocol(f"the reply could not be read: {error}")) from error
        names = frozenset(_text(n, 200) for n in _list(frame.get("names"))[:2000])
        return Loaded(errors, names, self._output.take())

    def call(self, name: str, args: tuple[Any, ...], kwargs: dict[str, Any], *, seconds: float, seed: int = 0) -> Answer:
        """Calls a function of the student's; errors of the student's come back in the Answer."""
        encoder = wire.Encoder(pickle_rest=True)
        fields = {"name": name, "seed": seed, "args": encoder.encode(tuple(args)), "kwargs": encoder.encode(kwargs)}
        return self._ask("call", fields, encoder, seconds, name)

    def observe(
        self, probe: Any, args: tuple[Any, ...], kwargs: dict[str, Any], *, seconds: float, seed: int = 0, what: str = "your code"
    ) -> Answer:
        """Runs `probe(submission, *args, **kwargs)` in the guest."""
        encoder = wire.Encoder(pickle_rest=True)
        fields = {"seed": seed, "probe": encoder.encode(probe)}
        fields.update(args=encoder.encode(tuple(args)), kwargs=encoder.encode(kwargs))
        return self._ask("observe", fields, encoder, seconds, what)

    def _ask(self, kind: str, fields: dict[str, Any], encoder: wire.Encoder, seconds: float, what: str) -> Answer:
        self.fresh = False
        self._place = ""
        frame, storages = self._request(kind, fields, encoder, seconds, what, None)
        output = self._output.take()
        if "error" in frame:
            return Answer(error=self._parse(lambda: GuestError.parse(frame["error"])), output=output)
        decoder = wire.Decoder(storages)

        def decode() -> Answer:
            value = decoder.decode(frame.get("value"))
            args = decoder.decode(frame.get("args", {"$": "tuple", "v": []}))
            kwargs = decoder.decode(frame.get("kwargs", {"$": "dict", "v": []}))
            return Answer(value, args, kwargs, None, output)

        return self._parse(decode)

    def _parse(self, parse: Any) -> Any:
        try:
            return parse()
        except wire.ProtocolError as error:
            raise self._end(GuestBrokeProtocol(f"the returned value could not be read: {error}")) from error

    def _request(
        self, kind: str, fields: dict[str, Any], encoder: wire.Encoder | None, seconds: float, what: str, progress: Any
    ) -> tuple[dict[str, Any], list[bytearray]]:
        if self.ended:
            raise self.ended
        number = secrets.token_hex(8)
        deadline = time.monotonic() + seconds
        self._send(wire.message(kind, {"id": number, **fields}, encoder), deadline, seconds, what)
        while True:
            frame, storages = self._receive(deadline, seconds, what)
            if not isinstance(frame, dict) or frame.get("id") != number:
                raise self._end(GuestBrokeProtocol("the reply does not belong to the question"))
            if frame.get("kind") != "progress":
                return frame, storages
            if progress is not None:
                progress(frame)

    def hello(self, seconds: float = START_SECONDS) -> None:
        """Waits for the guest's first word: which layers hold."""
        frame, _ = self._receive(time.monotonic() + seconds, seconds, "starting")
        self.held = frame["held"]

    def _send(self, data: bytes, deadline: float, seconds: float, what: str) -> None:
        view = memoryview(data)
        while view:
            try:
                view = view[self.channel.send(view) :]
            except BlockingIOError:
                self._pump(deadline, seconds, what, writing=True)
            except OSError as error:
                raise self._death(what) from error

    def _receive(self, deadline: float, seconds: float, what: str) -> tuple[Any, list[bytearray]]:
        while True:
            frame = self._take_frame()
            if frame is not None:
                self._drain_output()
                return frame
            self._pump(deadline, seconds, what)

    def _take_frame(self) -> tuple[Any, list[bytearray]] | None:
        if len(self._buffer) < wire.HEADER.size:
            return None
        try:
            json_size, blob_size = wire.frame_lengths(bytes(self._buffer[: wire.HEADER.size]))
            end = wire.HEADER.size + json_size + blob_size
            if len(self._buffer) < end:
                return None
            text = bytes(self._buffer[wire.HEADER.size : wire.HEADER.size + json_size])
            blob = bytes(self._buffer[wire.HEADER.size + json_size : end])
            del self._buffer[:end]
            return wire.unpack(text, blob)
        except wire.ProtocolError as error:
            raise self._end(GuestBrokeProtocol(f"the reply could not be read: {error}")) from error

    def _pump(self, deadline: float, seconds: float, what: str, writing: bool = False) -> None:
        """Waits for the next event: reply, printed text, death, deadline, a cap."""
        left = deadline - time.monotonic()
        if left <= 0:
            raise self._end(GuestTimeout(f"{what} did not finish within {seconds:g} s{self._place}"))
        if writing:
            self._selector.modify(self.channel, selectors.EVENT_READ | selectors.EVENT_WRITE)
        events = self._selector.select(min(left, self._watch.interval if self._watch else left))
        if writing:
            self._selector.modify(self.channel, selectors.EVENT_READ)
        ready = {key.fileobj for key, _ in events}
        self._drain_output()
        if self.channel in ready:
            self._drain_channel(what)
        if self.connection in ready:
            self._hear(what)
        if self._watch is not None and (complaint := self._watch.complaint()):
            raise self._end(GuestCrashed(f"{what} {complaint}"))

    def _drain_channel(self, what: str) -> None:
        try:
            data = self.channel.recv(2**20)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            raise self._death(what)
        self._buffer += data

    def _drain_output(self) -> None:
        with contextlib.suppress(OSError):
            for _ in range(64):  # a flood must not keep the host from its clock
                data = os.read(self._output_fd, 65536)
                if not data:
                    with contextlib.suppress(KeyError):
                        self._selector.unregister(self._output_fd)
                    return
                self._output.feed(data)

    def _hear(self, what: str) -> None:
        """Word from the warm parent: the process ids, or the exit status."""
        try:
            data = self.connection.recv(65536)
        except OSError:
            data = b""
        if not data:
            raise self._end(SandboxGone("the warm parent ended"))
        for answer in _json_lines(data):
            if "error" in answer:
                raise SandboxError(f"a guest could not be started: {answer['error']}")
            if "pid" in answer:
                self._watch = TreeWatch(answer["pid"], answer["init"], self.limits)
            if "status" in answer:
                self._exit = answer
                self._drain_rest()
                if self._take_nothing_more():
                    raise self._death(what)

    def _take_nothing_more(self) -> bool:
        """Whether the dead guest left no complete frame behind."""
        if len(self._buffer) < wire.HEADER.size:
            return True
        sizes = wire.HEADER.unpack(self._buffer[: wire.HEADER.size])
        return len(self._buffer) < wire.HEADER.size + sum(sizes)

    def _drain_rest(self) -> None:
        with contextlib.suppress(OSError):
            while data := self.channel.recv(2**20):
                self._buffer += data
                if len(self._buffer) > wire.MAX_JSON + wire.MAX_BLOB:
                    return

    def _death(self, what: str) -> GuestEnded:
        """Explains the guest's end by its exit status, which comes from the kernel."""
        if self._exit is None:
            self._await_exit()
        return self._end(GuestCrashed(f"{what} {explain_exit(self._exit)}"))

    def _await_exit(self) -> None:
        self.connection.settimeout(0.5)
        with contextlib.suppress(OSError, ValueError):
            for answer in _json_lines(self.connection.recv(65536)):
                if "status" in answer:
                    self._exit = answer

    def _end(self, why: GuestEnded) -> GuestEnded:
        self.ended = why
        self.close()
        return why

    def output(self) -> str:
        """What the guest printed since the last answer (after a crash, its last words)."""
        return self._output.take()

    def close(self) -> None:
        """Hangs up: the warm parent kills the tree. Safe to call twice."""
        if self._output_fd >= 0:
            self._drain_output()
            self._selector.close()
            self.connection.close()
            self.channel.close()
            os.close(self._output_fd)
            self._output_fd = -1

    def __enter__(self) -> Guest:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    _place = ""


class SandboxGone(GuestEnded):
    """The warm parent died; our fault, not the guest's."""

    status = "grader_fault"


def _json_lines(data: bytes) -> list[dict[str, Any]]:
    """Messages of the warm parent; it is trusted, but two may arrive together."""
    decoder, text, found = json.JSONDecoder(), data.decode(), []
    while text:
        answer, end = decoder.raw_decode(text)
        found.append(answer)
        text = text[end:]
    return found


SIGNAL_WORDS = {
    signal.SIGSEGV: "memory that is not there was touched",
    signal.SIGKILL: "killed",
    signal.SIGABRT: "aborted",
    signal.SIGFPE: "an arithmetic fault",
    signal.SIGBUS: "a bus error: shared memory ran out or a file shrank",
    signal.SIGXFSZ: "a file grew over the limit",
    signal.SIGSYS: "a forbidden system call",
}


def explain_exit(answer: dict[str, Any] | None) -> str:
    """The rest of a sentence that begins with what was running."""
    if answer is None:
        return "closed the channel to the grader before the check finished"
    status = answer["status"]
    if os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        words = SIGNAL_WORDS.get(signal.Signals(number), signal.strsignal(number)) if number < 65 else None
        return f"ended Python by signal {number} ({words or 'unknown'}) before the check finished"
    return f"ended Python (exit code {os.waitstatus_to_exitcode(status)}) before the check finished"


class Sandbox:
    """A warm parent and the guests that it forks. One per process; use as a context."""

    def __init__(self, layers: Iterable[str] = ALL_LAYERS, preload: Iterable[str] = ()) -> None:
        self.layers = frozenset(layers)
        self.preload = tuple(preload)
        self._process: subprocess.Popen[bytes] | None = None
        self._control: socket.socket | None = None
        self._log = tempfile.TemporaryFile()

    def start(self) -> None:
        """Starts the warm parent, without waiting for its imports. Safe to call twice."""
        if self._process is not None and self._process.poll() is None:
            return
        ours, theirs = socket.socketpair()
        command = [sys.executable, "-I", "-m", "course.sandbox.warm", str(theirs.fileno()), ",".join(sorted(self.layers))]
        environment = {**clean_environment(tempfile_root()), "PATH": os.environ.get("PATH", os.defpath)}
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

    def __enter__(self) -> Sandbox:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def tempfile_root() -> Any:
    """The folder for temporary files, as a Path."""
    from pathlib import Path

    return Path(tempfile.gettempdir())


__all__ = ["ALL_LAYERS", "MIB", "Answer", "Cell", "Guest", "GuestBrokeProtocol", "GuestCrashed", "GuestEnded",
           "GuestError", "GuestTimeout", "Limits", "Loaded", "Program", "Sandbox", "SandboxGone", "printable",
           "recv_with_fds"]  # fmt: skip
