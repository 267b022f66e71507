"""A warm parent that stays for the next command: one per user, gone when idle.

Run as `python -I -m course.sandbox.resident LISTENER_FD LAYERS SOCKET MOUNTPOINT`. Over its socket,
which only its own user can reach, it serves two kinds of requests:

    guest   untrusted, as every warm parent forks them
    job     one submission to grade (course/batch.py): done by a *host*, a trusted fork that has torch,
            pytest and the engine imported already, asks the warm parent for its guests, answers, and ends

Hosts are forked by the *stable*, a fork of the warm parent made before its first guest. It has to be a process
of its own: who has forked into a guest's PID namespace cannot fork into its own again. Both
stay clean: they import the engine, never a grader, a solution or a submission.
"""

from __future__ import annotations

import contextlib
import gc
import json
import os
import selectors
import signal
import socket
import sys
import time
import traceback
from pathlib import Path
from typing import Any

from course.sandbox import confine
from course.sandbox.sockets import peer, recv_message, recv_with_fds, send_message, send_with_fds
from course.sandbox.warm import WarmParent
from course.sandbox.watch import descendants

ENGINE_MODULES = ("pytest", "course.grading", "course.batch")
IDLE_SECONDS = 15 * 60.0
TICK_SECONDS = 1.0
QUIET_SECONDS = 2.0  # without a request, before it imports ahead: whoever asks meanwhile has to wait


class Idle(Exception):
    """Nobody has asked for anything for long enough."""


class Resident(WarmParent):
    """The warm parent behind a listening socket."""

    def __init__(self, listener: socket.socket, layers: frozenset[str], path: Path, mountpoint: Path) -> None:
        super().__init__(listener, layers, mountpoint)
        self.path = path
        self.later: list[str] = []
        self.last = self.since = time.monotonic()
        self.idle = float(os.environ.get("COURSE_IDLE_SECONDS", IDLE_SECONDS))

    def prepare(self) -> None:
        """As every warm parent, then the engine, then the stable."""
        super().prepare()
        self.import_modules(ENGINE_MODULES)
        self.stable = self.start_stable()
        signal.signal(signal.SIGALRM, self.tick)
        signal.setitimer(signal.ITIMER_REAL, TICK_SECONDS, TICK_SECONDS)

    def start_stable(self) -> socket.socket:
        """Forks the process that forks hosts; returns the channel to it."""
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        pid = os.fork()
        if pid == 0:
            ours.close()
            self.control.close()
            confine.die_with_parent()
            _run_stable(self, theirs)
        theirs.close()
        self.trusted.add(pid)
        return ours

    def tick(self, *_: object) -> None:
        """Once a second: imports what units will want, when nobody waits; ends when idle."""
        if self.running:
            self.last = time.monotonic()
        elif self.later and time.monotonic() - self.last > QUIET_SECONDS:
            name = self.later.pop(0)
            self.stable.send(name.encode())
            self.import_modules([name])
        elif time.monotonic() - self.last > self.idle or not self.path.exists():
            raise Idle

    def accept(self, control: socket.socket) -> bool:
        """A command connects; only the same user may, and no guest: a guest could ask for a host of its own."""
        connection, _ = control.accept()
        pid, uid = peer(connection)
        if uid != os.getuid() or is_of_a_guest(pid, set(self.running)):
            connection.close()
            return True
        self.selector.register(connection, selectors.EVENT_READ, self.request)
        return True

    def spawn(self, connection: socket.socket, spec: dict[str, Any], fds: list[int]) -> None:
        """A guest, a job for a host, or a word about this parent."""
        self.last = time.monotonic()
        if "status" in spec:
            seconds = time.monotonic() - self.since
            self.reply(connection, {"warm": os.getpid(), "seconds": seconds, "guests": len(self.running)})
        elif "job" in spec:
            self.later += [n for n in spec.get("later", ()) if n not in self.later and n not in sys.modules]
            send_with_fds(self.stable, b"\0", fds[:1])
        else:
            super().spawn(connection, spec, fds)

    def close(self) -> None:
        """As every warm parent, and its socket goes."""
        with contextlib.suppress(OSError):
            self.path.unlink()
        super().close()


def _run_stable(parent: Resident, orders: socket.socket) -> None:
    """The life of the stable: a name is imported, a descriptor is a job for a new host."""
    try:
        signal.signal(signal.SIGCHLD, signal.SIG_IGN)
        while True:
            data, fds = recv_with_fds(orders)
            if not data and not fds:
                break
            if fds and os.fork() == 0:
                _run_host(fds[0], parent.path, parent.layers)
            for fd in fds:
                os.close(fd)
            if data.strip(b"\0"):
                parent.import_modules([data.decode()])
    finally:
        os._exit(0)


def is_of_a_guest(pid: int, guests: set[int]) -> bool:
    """Whether a process lies in a PID namespace below this one, or below one of `guests`, or is gone."""
    if pid <= 0 or pid in descendants(guests):
        return True
    try:
        status = Path(f"/proc/{pid}/status").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return True
    numbers = next((line.split()[1:] for line in status.splitlines() if line.startswith("NSpid:")), [])
    return len(numbers) > 1


def _run_host(channel_fd: int, path: Path, layers: frozenset[str]) -> None:
    """The life of a host: one job, one answer. Never returns."""
    code = 1
    try:
        for name in (signal.SIGCHLD, signal.SIGINT):
            signal.signal(name, signal.SIG_DFL)
        os.dup2(channel_fd, 3)
        os.closerange(4, 2**16)
        channel = socket.socket(fileno=3)
        gc.enable()
        from course.batch import Worker
        from course.jobs import done_to_json, job_from_json
        from course.sandbox.host import ResidentSandbox

        request = json.loads(recv_message(channel))
        os.environ.update(request["environment"])
        worker = Worker(sandbox=ResidentSandbox(path, layers))
        send_message(channel, json.dumps(done_to_json(worker.run(job_from_json(request["job"])))).encode())
        code = 0
    except BaseException:
        traceback.print_exc()
        sys.stderr.flush()
    finally:
        os._exit(code)


def main() -> None:
    """Entry point."""
    os.chdir("/")
    listener = socket.socket(fileno=int(sys.argv[1]))
    path, mountpoint = Path(sys.argv[3]), Path(sys.argv[4])
    parent = Resident(listener, frozenset(filter(None, sys.argv[2].split(","))), path, mountpoint)
    try:
        parent.prepare()
        parent.serve()
    except Idle:
        pass
    except BaseException:
        traceback.print_exc()
        sys.stderr.flush()
    finally:
        parent.close()
        with contextlib.suppress(OSError):
            mountpoint.rmdir()
        os._exit(0)


if __name__ == "__main__":
    main()
