"""The warm parent: imports torch once and forks a guest for each request.

Run as `python -I -m course.sandbox.warm CONTROL_FD`. It stays clean: it never loads a grader, a
solution or a submission, and it never runs a tensor operation (thread pools do not survive
a fork). What it imports on request are module names from course.yml.

    host ──control──▶ warm parent ──fork──▶ guest  (joins the PID namespace of its init)
                          │
                          └─▶ nursery ──fork──▶ keeper ──fork──▶ init of one PID namespace

The nursery is forked before torch is imported, so that an init costs a millisecond. An init
does nothing but wait for its lifeline, a pipe that the warm parent holds; when the pipe
closes (the guest ended, the host hung up, the warm parent died), init ends, and the kernel kills
whatever is left in the namespace.

Each guest has one connection from the host. It carries the request and three descriptors one
way, the process ids and, at the end, the exit status the other way. The host hangs up to kill,
and may ask before where the guest is.

The warm parent also watches its guests' memory, processes and files (watch.py) and ends those that
pass a cap, since the host may be busy with its own arithmetic. When a guest has answered and has
processes of its own, the host asks for one more look: whether a bomb counts must not hang on the clock.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import json
import os
import selectors
import signal
import socket
import sys
import tempfile
import traceback
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from course.sandbox import confine, guest
from course.sandbox.cgroup import Group, Groups
from course.sandbox.nursery import start_nursery
from course.sandbox.pages import enlarge
from course.sandbox.sockets import LOOK, WHERE, recv_with_fds, send_with_fds
from course.sandbox.tidy import remove_tree
from course.sandbox.watch import TreeWatch, children

CONFINING_MODULES = ("landlockpy", "pyseccomp")
PAUSE_SECONDS = 0.05  # between two looks at the guests' trees, if nothing else happens
SOME_GUESTS = 5  # after an import, before it is worth while to make pages large
BASE_MODULES = ("numpy", "numpy.random", "torch", "cloudpickle", "safetensors.numpy", *CONFINING_MODULES)


@dataclass
class Running:
    """A guest and what keeps it alive."""

    pid: int
    connection: socket.socket
    lifeline: int | None
    scratch: Path
    watch: TreeWatch
    group: Group | None = None
    complaint: str | None = None


class WarmParent:
    """Serves guests over connections handed to it, until its control channel closes."""

    def __init__(
        self, control: socket.socket, layers: frozenset[str], mountpoint: Path,
        modules: tuple[str, ...] = BASE_MODULES,
    ) -> None:  # fmt: skip
        self.control = control
        self.modules = modules
        self.layers = layers
        self.held: dict[str, str | None] = {}
        self.running: dict[int, Running] = {}
        self.groups = Groups()
        self.old_groups: list[Group] = []  # of guests that are gone, until their last process is
        self.selector = selectors.PollSelector()  # epoll's room is shared with the guests
        self.guests = 0
        self.enlarges_at = 0
        self.pages: Iterator[bool] = iter(())  # still to be made large
        self.nursery: socket.socket | None = None
        self.trusted: set[int] = set()  # children of ours that run no student code
        self.mountpoint = mountpoint  # the host's, which removes it: this process may be killed

    def prepare(self) -> None:
        """Namespaces first (they need a single thread), then the imports."""
        if "user" in self.layers:
            self.held["user"] = confine.enter_user_namespace()
        if "pid" in self.layers:
            self.nursery, pid = start_nursery()
            self.trusted.add(pid)
        confine.become_subreaper()
        gc.disable()
        self.import_modules(self.modules)
        self.tools = confine.Tools(self.layers)

    def import_modules(self, names: Any) -> None:
        """Imports what guests will need, and keeps the collector away from it afterwards."""
        fresh = [name for name in names if name not in sys.modules]
        for name in fresh:
            with contextlib.suppress(ImportError, OSError):
                importlib.import_module(name)
        if fresh:
            self.enlarges_at = self.guests + SOME_GUESTS
            gc.freeze()  # without a collection, which takes a tenth of a second and frees nothing to speak of

    def serve(self) -> None:
        """The main loop: new connections, requests, hang-ups, deaths."""
        wake_read, wake_write = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
        signal.set_wakeup_fd(wake_write, warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        self.selector.register(self.control, selectors.EVENT_READ, self.accept)
        self.selector.register(wake_read, selectors.EVENT_READ, None)
        while True:
            pause = PAUSE_SECONDS if self.running else None
            for key, _ in self.selector.select(0 if self.enlarge() and not self.running else pause):
                if key.data is None:
                    with contextlib.suppress(BlockingIOError):
                        os.read(wake_read, 4096)
                    self.reap()
                elif not key.data(key.fileobj):
                    return
            self.look()

    def enlarge(self) -> bool:
        """Makes one more page of this process large; whether there may be more. In steps, since guests are to be watched."""
        if self.guests >= self.enlarges_at > 0:
            self.enlarges_at = 0
            self.pages = enlarge()
        return next(self.pages, None) is not None

    def look(self) -> None:
        """Ends the guests that have passed a cap."""
        for process in self.running.values():
            self.look_at(process)
        if any(process.lifeline is None for process in self.running.values()):
            self.kill_orphans()

    def look_at(self, process: Running, at_once: bool = False) -> None:
        """Ends a guest if it has passed a cap."""
        if process.complaint is None and (complaint := process.watch.complaint(at_once)):
            process.complaint = complaint
            self.reply(process.connection, {"complaint": complaint})  # its end may take a while
            self.kill(process)

    def accept(self, control: socket.socket) -> bool:
        """A new connection came over the control channel; False at its end."""
        data, fds = recv_with_fds(control)
        if not data:
            return False
        for fd in fds:
            connection = socket.socket(fileno=fd)
            self.selector.register(connection, selectors.EVENT_READ, self.request)
        return True

    def request(self, connection: socket.socket) -> bool:
        """A request for a guest, a question where it is, or a hang-up, on a connection."""
        try:
            data, fds = recv_with_fds(connection)
        except OSError:
            data, fds = b"", []
        if not data:
            self.hang_up(connection)
            return True
        if data in (WHERE, LOOK):
            for process in self.running.values():
                if process.connection is connection and data == LOOK:
                    self.look_at(process, at_once=True)
                elif process.connection is connection:
                    with contextlib.suppress(ProcessLookupError):
                        os.kill(process.pid, guest.WHERE_SIGNAL)
            if data == LOOK:
                self.reply(connection, {"looked": True})
            return True
        try:
            self.spawn(connection, json.loads(data), fds)
        except (OSError, ValueError, KeyError) as error:
            self.reply(connection, {"error": f"{type(error).__name__}: {error}"})
        finally:
            for fd in fds:
                os.close(fd)
        return True

    def spawn(self, connection: socket.socket, spec: dict[str, Any], fds: list[int]) -> None:
        """Forks one guest."""
        self.import_modules(spec.get("preload", ()))
        held = dict(self.held)
        # Each guest has a folder of its own, also where a disk in memory is to cover it: the kernel may refuse.
        scratch = Path(tempfile.mkdtemp(prefix="", dir=self.mountpoint))
        spec["scratch"] = str(scratch)
        lifeline, namespace, init = self.new_namespace(held)
        if namespace is not None:
            held["pid"] = confine.join_pid_namespace(namespace)
            os.close(namespace)
        self.guests += 1
        self.tools.next_guest()
        try:
            pid = os.fork()
        except OSError:
            if lifeline is not None:
                os.close(lifeline)
            remove_tree(scratch)
            raise
        if pid == 0:
            signal.set_wakeup_fd(-1)
            guest.main(fds[0], fds[1], spec, self.tools, held)
        limits = confine.Limits(**spec["limits"])
        group = self.groups.make(limits)
        if group is not None:  # before the host hears of the guest, and so before it sends a student's code
            with contextlib.suppress(OSError):
                group.add(pid)
        watch = TreeWatch(pid, init, limits, scratch)
        self.running[pid] = Running(pid, connection, lifeline, scratch, watch, group)
        self.reply(connection, {"pid": pid, "init": init})

    def new_namespace(self, held: dict[str, str | None]) -> tuple[int | None, int | None, int | None]:
        """A PID namespace with its init: (lifeline, namespace descriptor, pid of init)."""
        if self.nursery is None:
            return None, None, None
        read_end, lifeline = os.pipe2(os.O_CLOEXEC)
        try:
            send_with_fds(self.nursery, b"+", [read_end])
            data, fds = recv_with_fds(self.nursery)
        except OSError:
            data, fds = b"", []
        os.close(read_end)
        if not data:  # no guest without its namespace: the host starts a new parent
            raise SystemExit("the process that makes PID namespaces is gone")
        answer = json.loads(data)
        if "reason" in answer:
            os.close(lifeline)
            held["pid"] = answer["reason"]
            return None, None, None
        return lifeline, fds[0], answer["init"]

    def hang_up(self, connection: socket.socket) -> None:
        """The host is through with this connection: whatever runs for it dies."""
        with contextlib.suppress(KeyError, ValueError):
            self.selector.unregister(connection)
        for process in list(self.running.values()):
            if process.connection is connection:
                self.kill(process)
        connection.close()

    def kill(self, process: Running) -> None:
        """SIGKILL to the guest, and the end of its namespace."""
        if process.lifeline is not None:
            os.close(process.lifeline)
            process.lifeline = None
        with contextlib.suppress(ProcessLookupError):
            os.kill(process.pid, signal.SIGKILL)

    def reap(self) -> None:
        """Collects the dead: guests are reported, orphans of guests are killed."""
        while True:
            try:
                pid, status, usage = os.wait4(-1, os.WNOHANG)
            except ChildProcessError:
                return
            if pid == 0:
                break
            self.trusted.discard(pid)
            process = self.running.pop(pid, None)
            if process is None:
                continue
            self.kill_orphans()
            if process.lifeline is not None:
                os.close(process.lifeline)
                process.lifeline = None
            complaint = process.complaint
            if process.group is not None:
                if complaint is None and process.group.out_of_memory():
                    complaint = process.watch.too_much_memory
                self.old_groups.append(process.group)
            answer = {"status": status, "peak_kib": usage.ru_maxrss, "complaint": complaint}
            self.reply(process.connection, answer)
            remove_tree(process.scratch)
        self.kill_orphans()
        self.old_groups = [group for group in self.old_groups if not group.remove()]

    def kill_orphans(self) -> None:
        """Without a PID namespace, a guest's orphans come to us as children: they end here."""
        for pid in children(os.getpid()):
            if pid not in self.running and pid not in self.trusted:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)

    def reply(self, connection: socket.socket, answer: dict[str, Any]) -> None:
        with contextlib.suppress(OSError):
            connection.send(json.dumps(answer).encode())

    def close(self) -> None:
        """Ends every guest and removes the mount point."""
        for process in list(self.running.values()):
            self.kill(process)
        for process in list(self.running.values()):
            with contextlib.suppress(ChildProcessError):
                os.waitpid(process.pid, 0)
            remove_tree(process.scratch)
        for _ in range(100):  # orphans may be forking
            if not set(children(os.getpid())) - self.trusted:
                break
            self.kill_orphans()
            with contextlib.suppress(ChildProcessError):
                os.waitpid(-1, os.WNOHANG)
        for group in [*self.old_groups, *(process.group for process in self.running.values())]:
            if group is not None:
                group.remove()


def main() -> None:
    """Entry point of `python -I -m course.sandbox.warm CONTROL_FD LAYERS MOUNTPOINT [plain]`."""
    control = socket.socket(fileno=int(sys.argv[1]))
    layers = frozenset(filter(None, sys.argv[2].split(",")))
    modules = CONFINING_MODULES if sys.argv[4:] == ["plain"] else BASE_MODULES
    parent = WarmParent(control, layers, Path(sys.argv[3]), modules)
    code = 1
    try:
        parent.prepare()
        parent.serve()
        code = 0
    except SystemExit as why:
        print(why, file=sys.stderr)
    except BaseException:
        traceback.print_exc()
    finally:
        with contextlib.suppress(Exception):
            parent.close()
        sys.stderr.flush()
        os._exit(code)  # a full teardown after torch costs a second, and the host waits for the hang-up


if __name__ == "__main__":
    main()
