"""One guest as the host sees it: requests with deadlines over a channel, until it ends.

Every wait has a deadline kept here, by this process's monotonic clock. While it waits, the
host drains the guest's printed text (and keeps a capped part of it). The caps on the guest's
tree are kept by the warm parent, and come here as the reason of the guest's end.
"""

from __future__ import annotations

import contextlib
import json
import os
import secrets
import selectors
import signal
import socket
import time
from collections.abc import Callable
from dataclasses import asdict
from typing import Any, TypeVar

from course.errors import SandboxError
from course.sandbox import wire
from course.sandbox.answers import (
    Answer,
    GuestBrokeProtocol,
    GuestCrashed,
    GuestEnded,
    GuestError,
    GuestTimeout,
    Loaded,
    Program,
    SandboxGone,
    _list,
    _text,
    explain_exit,
    was_killed,
)
from course.sandbox.confine import Limits
from course.sandbox.output import Output
from course.sandbox.sockets import LOOK, WHERE
from course.sandbox.where import last_line

Parsed = TypeVar("Parsed")
CHUNK = 2**16  # bytes; more would have to be mapped anew for each of many small answers
WHERE_SECONDS = 0.2
LOOK_SECONDS = 30.0  # for a warm parent that is busy with others
EXIT_SECONDS = 2.0  # for word of how a guest ended, once its channel is closed
START_SECONDS = 120.0  # the first guest waits for the warm parent's imports


class Guest:
    """One untrusted process tree and the channel to it."""

    def __init__(
        self, connection: socket.socket, channel: socket.socket, output_fd: int, limits: Limits
    ) -> None:
        self.connection = connection
        self.channel = channel
        self.limits = limits
        self.held: dict[str, str | None] = {}
        self.fresh = True  # no check has used it yet
        self.only_stubs = True  # no check has met anything but a stub in it
        self.failing: str | None = (
            None  # the one task that has used it, if its first check failed; "" if not so
        )
        self.ended: GuestEnded | None = None
        self.pid = 0  # as the host sees it; 0 until the warm parent has told
        self._output_fd = output_fd
        self._output = Output()
        self._buffer = bytearray()
        self._program: Program | None = None
        self._exit: dict[str, Any] | None = None
        self._selector = selectors.PollSelector()  # epoll's room is shared with the guests
        channel.setblocking(False)
        os.set_blocking(output_fd, False)
        for source in (connection, channel, output_fd):  # polled in this order, see _pump
            self._selector.register(source, selectors.EVENT_READ)

    def load(self, program: Program, seed: int = 0) -> Loaded:
        """Runs the submission's cells; raises GuestEnded if that ends the guest."""
        self._program = program
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

        frame, _ = self._request(
            "load", request, None, self.limits.load_seconds, "running your file", progress
        )
        try:
            errors = tuple(GuestError.parse(e) for e in _list(frame.get("errors"))[:200])
        except wire.ProtocolError as error:
            raise self._end(GuestBrokeProtocol(f"the reply could not be read: {error}")) from error
        names = frozenset(_text(n, 200) for n in _list(frame.get("names"))[:2000])
        return Loaded(errors, names, self._output.take())

    def call(
        self, name: str, args: tuple[Any, ...], kwargs: dict[str, Any], *, seconds: float, seed: int = 0
    ) -> Answer:
        """Calls a function of the student's; errors of the student's come back in the Answer."""
        encoder = wire.Encoder(pickle_rest=True)
        fields = {
            "name": name,
            "seed": seed,
            "args": encoder.encode(tuple(args)),
            "kwargs": encoder.encode(kwargs),
        }
        return self._ask("call", fields, encoder, seconds, name)

    def observe(
        self,
        probe: Any,
        args: tuple[Any, ...],
        kwargs: dict[str, Any],
        *,
        seconds: float,
        seed: int = 0,
        what: str = "your code",
    ) -> Answer:
        """Runs `probe(submission, *args, **kwargs)` in the guest."""
        encoder = wire.Encoder(pickle_rest=True)
        fields = {"seed": seed, "probe": encoder.encode(probe)}
        fields.update(args=encoder.encode(tuple(args)), kwargs=encoder.encode(kwargs))
        return self._ask("observe", fields, encoder, seconds, what)

    def _ask(
        self, kind: str, fields: dict[str, Any], encoder: wire.Encoder, seconds: float, what: str
    ) -> Answer:
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

    def _parse(self, parse: Callable[[], Parsed]) -> Parsed:
        try:
            return parse()
        except wire.ProtocolError as error:
            raise self._end(GuestBrokeProtocol(f"the returned value could not be read: {error}")) from error

    def _request(
        self,
        kind: str,
        fields: dict[str, Any],
        encoder: wire.Encoder | None,
        seconds: float,
        what: str,
        progress: Any,
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
                if frame.get("children"):
                    self._look(what)
                return frame, storages
            if progress is not None:
                progress(frame)

    def _look(self, what: str) -> None:
        """Waits until the warm parent has looked at the guest's tree; raises GuestEnded if a cap is passed."""
        self._looked = False
        self.connection.settimeout(LOOK_SECONDS)
        with contextlib.suppress(OSError):
            self.connection.send(LOOK)
        while not self._looked:
            self._hear(what)

    def hello(self, seconds: float = START_SECONDS) -> None:
        """Waits for the guest's first word, which layers hold, and the warm parent's: its caps are in place, too."""
        deadline = time.monotonic() + seconds
        frame, _ = self._receive(deadline, seconds, "starting")
        while not self.pid:
            self._pump(deadline, seconds, "starting")
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
            place = self._where().rstrip() or self._place
            raise self._end(GuestTimeout(f"{what} did not finish within {seconds:g} s{place}"))
        if writing:
            self._selector.modify(self.channel, selectors.EVENT_READ | selectors.EVENT_WRITE)
        events = self._selector.select(left)
        if writing:
            self._selector.modify(self.channel, selectors.EVENT_READ)
        ready = {key.fileobj for key, _ in events}
        # Text that was printed before a reply is seen with it: the kernel looks at the channel first.
        if self._output_fd in ready:
            self._drain_output()
        if self.channel in ready:
            self._drain_channel(what)
            if writing and self._buffer:
                raise self._end(GuestBrokeProtocol("your code wrote to the grader's channel"))
        if self.connection in ready:
            self._hear(what)

    def _where(self) -> str:
        """The line at which the guest is, for the message: ` (at answer.py, line 3)`, or nothing.

        The guest says it, by its fault handler's dump, so it may lie: a hint, never a verdict.
        """
        with contextlib.suppress(OSError):
            self.connection.send(WHERE)
            end = time.monotonic() + WHERE_SECONDS
            while self._program and (left := end - time.monotonic()) > 0:
                self._drain_output()
                if place := last_line(self._output, self._program):
                    return place
                time.sleep(min(left, 0.02))
        return ""

    def _drain_channel(self, what: str) -> None:
        try:
            data = self.channel.recv(CHUNK)
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
            if "looked" in answer:
                self._looked = True
            if "pid" in answer:
                self.pid = answer["pid"]
            if "complaint" in answer and "status" not in answer:
                raise self._end(GuestCrashed(f"{what} {answer['complaint']}"))
            if "status" in answer:
                self._exit = answer
                self._drain_rest()
                if self._take_nothing_more():
                    raise self._death(what)

    def _take_nothing_more(self) -> bool:
        """Whether the dead guest left no complete frame behind."""
        if len(self._buffer) < wire.HEADER.size:
            return True
        json_size, blob_size = wire.HEADER.unpack(self._buffer[: wire.HEADER.size])
        return len(self._buffer) < int(wire.HEADER.size + json_size + blob_size)

    def _drain_rest(self) -> None:
        with contextlib.suppress(OSError):
            while data := self.channel.recv(2**20):
                self._buffer += data
                if len(self._buffer) > wire.MAX_JSON + wire.MAX_BLOB:
                    return

    def _death(self, what: str) -> GuestEnded:
        """Explains the guest's end by its exit status, which comes from the kernel."""
        if self._exit is None and not self._await_exit():
            return self._end(SandboxGone("the warm parent ended"))
        return self._end(GuestCrashed(f"{what} {explain_exit(self._exit)}", was_killed(self._exit)))

    def _await_exit(self) -> bool:
        """Waits a moment for the exit status; False if the warm parent itself is gone."""
        self.connection.settimeout(EXIT_SECONDS)
        try:
            while self._exit is None:
                data = self.connection.recv(65536)
                if not data:
                    return False
                for answer in _json_lines(data):
                    if "error" in answer:
                        raise SandboxError(f"a guest could not be started: {answer['error']}")
                    if "status" in answer or "complaint" in answer:
                        self._exit = {"status": signal.SIGKILL, **answer}
        except TimeoutError:
            return True  # it lives, and closed the channel
        except (OSError, ValueError):
            return False
        return True

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
    _looked = False


def _json_lines(data: bytes) -> list[dict[str, Any]]:
    """Messages of the warm parent; it is trusted, but two may arrive together."""
    decoder, text, found = json.JSONDecoder(), data.decode(), []
    while text:
        answer, end = decoder.raw_decode(text)
        found.append(answer)
        text = text[end:]
    return found
