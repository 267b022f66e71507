"""The command's side of the resident warm parent: find it, start it, or do without it.

The first `course check` starts one and pays for the imports; later ones do not. Its socket lies in a
folder that only its user can enter; its name says for which Python, torch, engine, layers and
environment it is good, so a stale one is never met. What is not plainly ours is not used.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib.util
import json
import os
import socket
import stat
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import course
from course.catalog import load_catalog
from course.jobs import Done, Grades, Job, done_from_json, job_to_json
from course.sandbox.confine import LAYERS, clean_environment
from course.sandbox.sockets import peer_uid, recv_message, send_message, send_with_fds
from course.sandbox.tidy import PREFIX, remove_tree

if TYPE_CHECKING:
    from course.batch import Worker

PASSED_ON = ("HOME", "XDG_CACHE_HOME", "COURSE_CACHE", "PATH", "TMPDIR")


def runtime_folder() -> Path | None:
    """A folder of this user's that nobody else can enter; None if there is none to be had."""
    uid = os.getuid()
    base = os.environ.get("XDG_RUNTIME_DIR")
    folder = Path(base) / "course" if base else Path(tempfile.gettempdir()) / f"course-{uid}"
    try:
        with contextlib.suppress(FileExistsError):
            folder.mkdir(mode=0o700)
        facts = os.lstat(folder)
    except OSError:
        return None
    private = stat.S_ISDIR(facts.st_mode) and facts.st_uid == uid and not facts.st_mode & 0o077
    return folder if private else None


def version_of_torch() -> bytes:
    """The file in which torch keeps its version; importlib.metadata alone takes longer to import than to say it."""
    spec = importlib.util.find_spec("torch")
    if spec is None or spec.origin is None:
        return b""
    return Path(spec.origin).with_name("version.py").read_bytes()


def identity(layers: frozenset[str]) -> str:
    """A name for what a warm parent is good for: interpreter, engine's files, torch, layers, environment."""
    package = Path(course.__file__).parent
    files = sorted((str(p), p.stat().st_mtime_ns, p.stat().st_size) for p in package.rglob("*.py"))
    facts = (sys.executable, sys.version, version_of_torch(), sorted(layers), files,
             sorted(clean_environment(Path("/")).items()), os.environ.get("COURSE_IDLE_SECONDS"))  # fmt: skip
    return hashlib.sha256(repr(facts).encode()).hexdigest()[:16]


def socket_path(layers: frozenset[str] = frozenset(LAYERS)) -> Path | None:
    """Where the resident for these layers listens, if it may have a place at all."""
    folder = runtime_folder()
    return None if folder is None else folder / f"warm-{identity(layers)}.sock"


def connect(path: Path) -> socket.socket | None:
    """A connection to a resident of this user's; None if nobody, or somebody else, listens."""
    connection = socket.socket(socket.AF_UNIX)
    try:
        connection.connect(str(path))
        if peer_uid(connection) == os.getuid():
            return connection
    except OSError:
        pass
    connection.close()
    return None


def start(path: Path, layers: frozenset[str]) -> socket.socket | None:
    """Starts a resident behind a socket that listens already, so that the first request just waits."""
    with contextlib.suppress(OSError):
        path.unlink()  # left by one that was killed: nobody listens there
    listener = socket.socket(socket.AF_UNIX)
    try:
        listener.bind(str(path))
        listener.listen(64)
        mountpoint = new_mountpoint(path.with_suffix(".folder"))
        command = [sys.executable, "-I", "-m", "course.sandbox.resident", "3",
                   ",".join(sorted(layers)), str(path), mountpoint]  # fmt: skip
        environment = {
            **clean_environment(Path(tempfile.gettempdir())),
            "PATH": os.environ.get("PATH", os.defpath),
        }
        if "COURSE_IDLE_SECONDS" in os.environ:
            environment["COURSE_IDLE_SECONDS"] = os.environ["COURSE_IDLE_SECONDS"]
        with path.with_suffix(".log").open("wb") as log:
            actions: list[tuple[Any, ...]] = [(os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0)]
            for theirs, ours in ((1, log.fileno()), (2, log.fileno()), (3, listener.fileno())):
                actions.append((os.POSIX_SPAWN_DUP2, ours, theirs))
            os.posix_spawn(command[0], command, environment, file_actions=actions, setsid=True)
    except OSError:
        return None
    finally:
        listener.close()
    return connect(path)


def new_mountpoint(note: Path) -> str:
    """A folder for the guests of a resident, written down so that the next one removes it if this one is killed."""
    with contextlib.suppress(OSError):
        left = Path(note.read_text())
        if left.parent == Path(tempfile.gettempdir()) and left.name.startswith(PREFIX):
            remove_tree(left)
    mountpoint = tempfile.mkdtemp(prefix=PREFIX)
    note.write_text(mountpoint)
    return mountpoint


class ResidentWorker:
    """Runs jobs in forks of the resident; in this process, with a sandbox of its own, where there is none."""

    def __init__(self, later: tuple[str, ...] = ()) -> None:
        self.layers = frozenset(LAYERS)
        self.later = later
        self._cold: Worker | None = None
        self._begun: tuple[Job, socket.socket] | None = None

    def begin(self, job: Job) -> None:
        """Sends a job whose result `run` is soon to be asked for."""
        if self._begun is None and (channel := self._send(job)) is not None:
            self._begun = job, channel

    def run(self, job: Job) -> Done:
        """Grades one submission."""
        if self._cold is None and (done := self._run_warm(job)) is not None:
            return done
        if self._cold is None:
            from course.batch import Worker

            self._cold = Worker()
        return self._cold.run(job)

    def _send(self, job: Job) -> socket.socket | None:
        """The channel on which a host of the resident's will answer; None if there is no resident to be had."""
        path = socket_path(self.layers)
        connection = path and (connect(path) or start(path, self.layers))
        if not connection:
            return None
        ours, theirs = socket.socketpair()
        environment = {name: os.environ[name] for name in PASSED_ON if name in os.environ}
        try:
            with connection, theirs:
                request = json.dumps({"job": True, "later": self.later}).encode()
                send_with_fds(connection, request, [theirs.fileno()])
            send_message(ours, json.dumps({"job": job_to_json(job), "environment": environment}).encode())
        except OSError:
            ours.close()
            return None
        return ours

    def _run_warm(self, job: Job) -> Done | None:
        if self._begun is not None and self._begun[0] is job:
            channel: socket.socket | None = self._begun[1]
            self._begun = None
        else:
            channel = self._send(job)
        if channel is None:
            return None
        try:
            with channel:
                return done_from_json(json.loads(recv_message(channel)), job)
        except (OSError, EOFError, ValueError, KeyError):
            return None

    def close(self) -> None:
        """Ends the sandbox of this process, if one was needed; the resident stays."""
        if self._begun is not None:
            self._begun[1].close()
            self._begun = None
        if self._cold is not None:
            self._cold.close()


def new_worker(cold: bool = False) -> Grades:
    """The resident where there may be one, else a worker that starts a warm parent of its own."""
    if cold or not wanted():
        from course.batch import Worker

        return Worker()  # its warm parent imports torch while we do
    return ResidentWorker(later=tuple(dict.fromkeys(n for unit in load_catalog() for n in unit.preload)))


def wanted() -> bool:
    """Whether a resident may be used: not with $COURSE_COLD, and only where its sockets can be checked."""
    return sys.platform == "linux" and not os.environ.get("COURSE_COLD")


def status() -> dict[str, Any] | None:
    """What the resident says of itself; None if there is none."""
    path = socket_path()
    connection = path and connect(path)
    if not connection:
        return None
    with connection:
        connection.settimeout(10)
        try:
            connection.send(b'{"status": 1}')
            found: dict[str, Any] = json.loads(connection.recv(65536))
        except (OSError, ValueError):
            return None
    return found
