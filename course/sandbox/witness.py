"""Proof of confinement by denied actions.

    with Sandbox() as sandbox:
        findings = prove(sandbox)        # layer -> Finding

A layer that says it was applied may still not hold: a kernel option, a container's own rules, a
bug of ours. So a throw-away guest *tries* what each layer should deny (attempts.py), and the
layer holds if the kernel said no, in the way in which only this layer says it. Where two
layers would deny the same deed, the deed is chosen so that the errno tells them apart:

    layer      deed                                              denied by this layer alone
    user       give a file to the next user id                   EINVAL: no such user in here
    pid        look for the host's process                       ESRCH: no such process in here
    net        send a datagram to a port of the host's           ENETUNREACH: no network in here
    ipc        attach a System V segment of the host's           EINVAL: no such segment in here
    mount      find a file, and a socket, of the host's          ENOENT: not there, in here
               write twice the cap, in files below it            ENOSPC: the disk in memory is full
    landlock   read a file that all may read; write beside       EACCES
               scratch
    seccomp    make a FIFO in scratch; read one's own memory     EPERM
               make memory that no process holds (memfd)         ENOSYS
    caps       drop a capability from the bounding set           EPERM: one needs one for that
    rlimits    grow an empty file beyond the cap                 EFBIG

`together` is the boundary as a whole: deeds that several layers deny (the host's environment, its
memory, the graders, a mount), each of which must fail however.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import secrets
import socket
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from course.sandbox.confine import LAYERS, Limits
from course.sandbox.host import Cell, GuestEnded, Program, Sandbox

SCRATCH_MIB = 4
SECONDS = 30.0
TOGETHER = "together"
IPC_CREAT, IPC_RMID, IPC_PRIVATE = 0o1000, 0, 0

TAKES_AWAY = {
    "user": "power over the host's users and devices",
    "pid": "sight of other processes",
    "net": "every network, this machine's own included",
    "ipc": "shared memory and queues of others",
    "mount": "sight of the host's folders and sockets; the disk: scratch lies in memory, capped",
    "landlock": "files outside of scratch and the libraries",
    "seccomp": "system calls that no learner needs",
    "caps": "capabilities, also inside the namespaces",
    "rlimits": "large files, core dumps",
    TOGETHER: "the host's memory and environment, the graders",
}


@dataclass(frozen=True)
class Finding:
    """Whether a layer holds. `tried` says how it was put to the test, `why` what went wrong."""

    layer: str
    held: bool
    takes_away: str
    tried: str
    why: str | None = None


def prove(sandbox: Sandbox) -> dict[str, Finding]:
    """Puts every layer to the test in one throw-away guest; never raises for a guest that dies.

    Raises SandboxError when no guest can be had at all.
    """
    with host_facts(sandbox) as (facts, arrivals):
        limits = Limits(scratch_mib=SCRATCH_MIB)
        with sandbox.guest(limits) as guest:
            reasons = dict(guest.held)
            try:
                outcome = run_attempts(guest, facts)
            except GuestEnded as ended:
                outcome, reasons = {}, dict.fromkeys(LAYERS, f"the witness ended: {ended.reason}")
        arrived = arrivals()
    judged = judge(outcome, facts, arrived)
    found = {}
    for layer in (*LAYERS, TOGETHER):
        tried, why = judged[layer]
        if layer in LAYERS and layer not in sandbox.layers:
            why = why and f"switched off; {why}"
        elif why and reasons.get(layer):
            why = f"{reasons[layer]}; {why}" if outcome else reasons[layer]
        elif reasons.get(layer):
            why = reasons[layer]
        found[layer] = Finding(layer, why is None, TAKES_AWAY[layer], tried, why)
    return found


def run_attempts(guest: Any, facts: dict[str, Any]) -> dict[str, Any]:
    """Runs attempts.py in the guest and returns what came of each deed."""
    text = Path(__file__).with_name("attempts.py").read_text(encoding="utf-8")
    guest.load(Program("attempts.py", text, (Cell("", 1, text),)))
    answer = guest.call("attempts", (facts,), {}, seconds=SECONDS)
    if answer.error is not None or not isinstance(answer.value, dict):
        said = answer.error.message if answer.error else "no outcomes"
        raise GuestEnded(f"the attempts could not be made: {said}")
    value: dict[str, Any] = answer.value
    return value


@contextlib.contextmanager
def host_facts(sandbox: Sandbox) -> Iterator[tuple[dict[str, Any], Callable[[], list[str]]]]:
    """The things that a guest tries to reach, real ones, and a way to see which it reached."""
    sandbox.start()
    process = sandbox._process
    secret = ctypes.create_string_buffer(secrets.token_bytes(16))
    name = f"COURSE_CANARY_{secrets.token_hex(4)}"
    os.environ[name] = "seen"
    segment = shared_segment()
    try:
        with (
            tempfile.TemporaryDirectory(prefix="course-canary-") as folder,
            listeners() as (stream, datagrams),
            socket.socket(socket.AF_UNIX) as door,
        ):
            canary = Path(folder) / "canary"
            canary.write_text("seen")
            os.chmod(folder, 0o777)
            door.bind(f"{folder}/door")
            door.listen(8)
            canary.chmod(0o644)
            facts = {
                "host": os.getpid(), "warm": process.pid if process else os.getpid(), "segment": segment,
                "port": stream.getsockname()[1], "udp_port": datagrams.getsockname()[1],
                "canary": str(canary), "socket": f"{folder}/door", "course": [str(path) for path in course_files()], "scratch_mib": SCRATCH_MIB,
                "address": ctypes.addressof(secret), "secret_name": name,
                "user_namespace": namespace_of_host(),
            }  # fmt: skip
            yield facts, lambda: reached(canary, stream, datagrams)
    finally:
        del os.environ[name]
        if segment >= 0:
            ctypes.CDLL(None).shmctl(segment, IPC_RMID, None)


def namespace_of_host() -> str:
    """The name of this process's user namespace; empty where there is none."""
    with contextlib.suppress(OSError):
        return os.readlink("/proc/self/ns/user")
    return ""


def course_files() -> list[Path]:
    """Files of the course that no guest may see: this package, course.yml, a unit's checks."""
    from course.catalog import course_root

    root = course_root()
    return [
        p
        for p in (Path(__file__), root / "course.yml", *sorted(root.glob("graders/*/test_*.py"))[:2])
        if p.is_file()
    ]


def shared_segment() -> int:
    """A System V segment that everybody may read; -1 where there are none."""
    try:
        return int(ctypes.CDLL(None).shmget(IPC_PRIVATE, 4096, IPC_CREAT | 0o666))
    except AttributeError:
        return -1


@contextlib.contextmanager
def listeners() -> Iterator[tuple[socket.socket, socket.socket]]:
    """A TCP port and a UDP port of this machine that answer."""
    with socket.socket() as stream, socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as datagrams:
        for server in (stream, datagrams):
            server.bind(("127.0.0.1", 0))
            server.setblocking(False)
        stream.listen(8)
        yield stream, datagrams


def reached(canary: Path, stream: socket.socket, datagrams: socket.socket) -> list[str]:
    """What the guest got done, seen from this side."""
    found = ["write outside of its scratch"] if canary.with_name("canary.written").exists() else []
    with contextlib.suppress(BlockingIOError):
        stream.accept()[0].close()
        found.append("connect to the host")
    with contextlib.suppress(BlockingIOError):
        datagrams.recv(16)
        found.append("send a datagram to the host")
    return found


def judge(
    outcome: dict[str, Any], facts: dict[str, Any], arrived: list[str]
) -> dict[str, tuple[str, str | None]]:
    """Per layer: how it was tried, and None or what the guest could do."""

    def needs(name: str, *wanted: str) -> str | None:
        met = outcome.get(name)
        if met in wanted:
            return None
        deed = name.replace("_", " ")
        return (
            f"a guest could {deed}"
            if met == "done"
            else f"a guest that tried to {deed} met {met}, not {wanted[0]}"
        )

    def refused(*names: str) -> str | None:
        done = [name.replace("_", " ") for name in names if outcome.get(name, "done") == "done"]
        return f"a guest could {' and '.join(done)}" if done else None

    def seen(*deeds: str) -> str | None:
        return next((f"a guest could {deed}" for deed in deeds if deed in arrived), None)

    same = outcome.get("user_namespace") == facts["user_namespace"]
    ipc = (
        needs("attach_shared_memory", "EINVAL")
        if facts["segment"] >= 0
        else "no segment could be made to try it with"
    )
    read_course = "done" in outcome.get("read_course", ["done"])
    whole = refused("read_environment_of_host", "read_memory_of_host", "signal_host") or needs(
        "mount", "EPERM"
    )
    if outcome.get("secret_in_environment", True):
        whole = whole or "a guest has the host's environment"
    if outcome.get("stray_descriptors", ["?"]):
        whole = whole or f"a guest inherited {outcome.get('stray_descriptors')}"
    return {
        "user": ("gave a file to another user", "it is the host's own user namespace" if same else needs("own_a_file_of_another", "EINVAL")),
        "pid": ("looked for the host's processes", find_processes(outcome, facts)),
        "net": (
            "connected to this machine",
            seen("connect to the host", "send a datagram to the host") or refused("connect")
            or needs("send_a_datagram", "ENETUNREACH", "ECONNREFUSED", "EADDRNOTAVAIL"),
        ),
        "ipc": ("attached shared memory of the host's", ipc),
        "mount": (
            "looked for the host's files and sockets, and wrote twice what it may",
            needs("find_canary", "ENOENT") or needs("connect_to_socket", "ENOENT") or needs("fill_scratch", "ENOSPC"),
        ),
        "landlock": (
            "read and wrote beside its scratch",
            needs("read_a_file_of_all", "EACCES") or needs("write_beside_scratch", "EACCES", "EROFS")
            or seen("write outside of its scratch")
            or ("a guest could read the course" if read_course else None),
        ),
        "seccomp": ("made forbidden calls", needs("make_fifo", "EPERM") or needs("read_own_memory", "EPERM") or needs("make_memfd", "ENOSYS")),
        "caps": ("used a capability", needs("drop_capability", "EPERM")),
        "rlimits": ("grew a file beyond the cap", needs("grow_file", "EFBIG")),
        TOGETHER: ("read the host's environment and memory, signalled it, mounted", whole),
    }  # fmt: skip


def find_processes(outcome: dict[str, Any], facts: dict[str, Any]) -> str | None:
    """None if the guest's parent and the host do not exist for it."""
    if outcome.get("parent") != 0:
        return "a guest sees the process that made it"
    small = 64  # a host whose own id is that small may have a namesake in the guest's namespace
    for name, pid in (("find_host", facts["host"]), ("find_warm_parent", facts["warm"])):
        if pid > small and outcome.get(name) != "ESRCH":
            return f"a guest that looked for the host met {outcome.get(name)}, not ESRCH"
    return None
