"""What takes a guest's power away, layer by layer.

Every layer is a name in `LAYERS`. A layer that the kernel refuses is reported, not
ignored: each function returns the reason as text, or None when the layer holds.
`course doctor` prints the reasons; `witness.py` proves by denied actions that the layers hold.

    layer        what it takes away                         needs
    user         capabilities over the host                 unprivileged user namespaces
    pid          sight of, and signals to, other processes  user (or root)
    net          every network, loopback included           user (or root)
    ipc          System V and POSIX queues of the host      user (or root)
    mount        disk: scratch is a capped tmpfs; sight of  user (or root)
                 the host's folders and sockets
    landlock     files outside of the allow-list, signals,  Linux 5.13 (ABI 1); signals
                 abstract sockets, ptrace outward           and sockets from ABI 6
    seccomp      calls that open new kernel surface         libseccomp
    caps         capabilities inside the user namespace     Linux
    rlimits      core dumps, descriptors, file size         any Unix

This module runs in the warm parent and in guests, after fork and before student code. It
imports nothing of the graders.
"""

from __future__ import annotations

import contextlib
import ctypes
import errno
import os
import resource
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from course.sandbox.calls import (
    CLONE_NEWIPC,
    CLONE_NEWNET,
    CLONE_NEWNS,
    CLONE_NEWPID,
    CLONE_NEWUSER,
    CLONE_NEWUTS,
    call_filter,
    forbid_calls,
)
from course.sandbox.files import file_rules, gpu_devices, readable_paths, restrict_files

if TYPE_CHECKING:
    from landlockpy import Ruleset

MS_NOSUID, MS_NODEV, MS_NOEXEC, MS_BIND, MS_REC, MS_PRIVATE = 2, 4, 8, 0x1000, 0x4000, 1 << 18
SYS_MOUNT_SETATTR, AT_FDCWD, AT_RECURSIVE, MOUNT_ATTR_RDONLY = 442, -100, 0x8000, 1  # on every architecture
PR_SET_PDEATHSIG, PR_SET_DUMPABLE, PR_CAPBSET_DROP, PR_SET_NO_NEW_PRIVS = 1, 4, 24, 38
PR_SET_CHILD_SUBREAPER, PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL = 36, 47, 4
LAST_CAP = 40

LAYERS = ("user", "pid", "net", "ipc", "mount", "landlock", "seccomp", "caps", "rlimits")
MIB = 2**20

_libc = ctypes.CDLL(None, use_errno=True)


@dataclass(frozen=True)
class Limits:
    """Caps for one guest's process tree; seconds and sizes as named."""

    load_seconds: float = 30.0
    call_seconds: float = 10.0
    memory_mib: int = 3072
    processes: int = 64
    scratch_mib: int = 256
    output_kib: int = 64
    watch_seconds: float = 0.05  # between two looks at the tree


def _call(name: str, *arguments: object) -> str | None:
    """Calls a libc function; None, or the kernel's reason."""
    if getattr(_libc, name)(*arguments) != 0:
        return f"{name}: {os.strerror(ctypes.get_errno())}"
    return None


def unshare(flags: int) -> str | None:
    """Leaves the named namespaces; None, or the kernel's reason."""
    return _call("unshare", flags)


def enter_user_namespace() -> str | None:
    """Puts this (single-threaded) process into a user namespace, its own id mapped to itself.

    Inside it may make the other namespaces, which an ordinary user could not.
    """
    uid, gid = os.geteuid(), os.getegid()
    reason = unshare(CLONE_NEWUSER)
    if reason:
        return reason
    try:
        Path("/proc/self/setgroups").write_text("deny")
        Path("/proc/self/uid_map").write_text(f"{uid} {uid} 1")
        Path("/proc/self/gid_map").write_text(f"{gid} {gid} 1")
    except OSError as error:
        return f"uid_map: {error.strerror}"
    return None


def join_pid_namespace(descriptor: int) -> str | None:
    """Makes the next fork of this process land in the PID namespace of `descriptor`."""
    return _call("setns", descriptor, CLONE_NEWPID)


def become_subreaper(on: bool = True) -> None:
    """Orphans of guests come to this process, instead of to init; it must wait for them, or they stay zombies."""
    _libc.prctl(PR_SET_CHILD_SUBREAPER, int(on), 0, 0, 0)


def die_with_parent() -> None:
    """SIGKILL for this process when the thread that forked it ends."""
    _libc.prctl(PR_SET_PDEATHSIG, 9, 0, 0, 0)


def _mount(source: bytes, target: str, kind: bytes, flags: int, options: bytes = b"") -> str | None:
    return _call("mount", source, os.fsencode(target), kind, flags, options)


# Top folders that stay: the system's own. All others (homes, /tmp, /run, /var, the course) are covered.
SYSTEM_FOLDERS = ("usr", "lib", "lib32", "lib64", "libx32", "bin", "sbin", "etc", "dev", "proc", "sys", "nix")


def hide_host(keep: list[str]) -> str | None:
    """Covers the host's top folders with empty ones, and puts back the paths in `keep`.

    Landlock forbids to open files, but (before its ABI 9) neither to ask whether they exist nor to
    connect to a socket that lies in a folder: Docker's, a desktop's, a grader's own.
    """
    tops = [
        entry.path
        for entry in os.scandir("/")
        if entry.is_dir(follow_symlinks=False) and entry.name not in SYSTEM_FOLDERS
    ]
    kept: dict[str, int] = {}
    for path in sorted({*keep, *map(os.path.realpath, keep)}):
        inside = any(path.startswith(known + os.sep) for known in kept)
        if os.path.isdir(path) and not inside and f"/{path.split(os.sep)[1]}" in tops:
            kept[path] = os.open(path, os.O_PATH | os.O_CLOEXEC)
    try:
        for top in tops:
            reason = _mount(b"tmpfs", top, b"tmpfs", MS_NOSUID | MS_NODEV, b"size=1m,nr_inodes=2000,mode=755")
            if reason:
                return reason
        for path, descriptor in kept.items():
            os.makedirs(path, exist_ok=True)
            reason = _mount(b"/proc/self/fd/%d" % descriptor, path, b"", MS_BIND | MS_REC)
            if reason:
                return reason
    except OSError as error:
        return f"hiding the host's folders: {error.strerror}"
    finally:
        for descriptor in kept.values():
            os.close(descriptor)
    return None


class _MountAttributes(ctypes.Structure):
    _fields_ = tuple((name, ctypes.c_uint64) for name in ("set", "clear", "propagation", "user_namespace"))


def _read_only() -> str | None:
    """Makes everything that is mounted read-only: Landlock has no say in chmod, chown and utime."""
    wanted = _MountAttributes(set=MOUNT_ATTR_RDONLY)
    arguments = (AT_FDCWD, b"/", AT_RECURSIVE, ctypes.byref(wanted), ctypes.sizeof(wanted))
    if _libc.syscall(SYS_MOUNT_SETATTR, *arguments) == 0 or ctypes.get_errno() == errno.ENOSYS:
        return None  # before Linux 5.12, the owner of a library can still change its mode
    return f"mount_setattr: {os.strerror(ctypes.get_errno())}"


def private_mounts(scratch: Path, limits: Limits, readable: list[str]) -> str | None:
    """Hides the host's folders; gives the guest its own scratch and /dev/shm in memory, capped.

    They vanish with the guest's mount namespace, so nothing that the guest wrote is left.
    """
    reason = unshare(CLONE_NEWNS) or _mount(b"none", "/", b"", MS_REC | MS_PRIVATE)
    if reason:
        return reason
    roots = [path for path in (sys.prefix, sys.base_prefix) if path not in ("/", "/usr", "/usr/local")]
    elsewhere = [path for path in readable if not path.startswith(tuple(root + os.sep for root in roots))]
    reason = hide_host([*roots, *elsewhere])
    if reason:
        return reason
    os.makedirs(scratch, mode=0o700, exist_ok=True)
    reason = _read_only()
    if reason:
        return reason
    flags = MS_NOSUID | MS_NODEV
    room = f"size={limits.scratch_mib}m,nr_inodes=20000,mode=700".encode()
    reason = _mount(b"tmpfs", str(scratch), b"tmpfs", flags, room)
    if reason is None and os.path.isdir("/dev/shm"):
        shared = f"size={limits.scratch_mib}m,nr_inodes=2000,mode=1777".encode()
        reason = _mount(b"tmpfs", "/dev/shm", b"tmpfs", flags, shared)
    # A new /proc shows the guest's own processes only. Some containers forbid it; Landlock
    # then still hides every other process's files.
    _mount(b"proc", "/proc", b"proc", flags | MS_NOEXEC)
    return reason


class Tools:
    """What confines one guest like the next and takes a while to make; made in the warm parent.

    Every guest adds the inodes of its own scratch and /dev/shm to the rules that it shares with the others
    (a process keeps the rules as they were when it restricted itself). Those of another guest's do it no
    good: they exist in that one's mounts only. So without mounts of its own, a guest makes rules of its own.
    """

    renewed_after = 100  # guests, since their inodes stay in the rules

    def __init__(self, layers: frozenset[str]) -> None:
        self.layers = layers
        self.readable = readable_paths()
        self.filter = call_filter()
        self.rules: Ruleset | None = None
        self.guests = 0

    def next_guest(self) -> None:
        """To be called in the warm parent before each fork."""
        if {"landlock", "mount"} <= self.layers and self.guests % self.renewed_after == 0:
            self._drop_rules()
            with contextlib.suppress(ImportError, OSError):  # the guest says why
                self.rules = file_rules(self.readable)
        self.guests += 1

    def _drop_rules(self) -> None:
        if self.rules is not None:
            self.rules.close()
            self.rules = None

    def descriptors(self) -> list[int]:
        """What a guest has to keep open until it is confined."""
        return [] if self.rules is None else [self.rules.fileno()]

    def restrict_files(self, scratch: Path, own_mounts: bool) -> str | None:
        """The layer `landlock` for this process; None, or why it does not hold."""
        if not own_mounts:
            self._drop_rules()
        try:
            restrict_files(scratch, self.rules or file_rules(self.readable))
        except (ImportError, OSError) as error:  # a kernel without Landlock says ENOSYS, or EOPNOTSUPP
            return f"landlock: {error}"
        return None


class _CapHeader(ctypes.Structure):
    _fields_ = (("version", ctypes.c_uint32), ("pid", ctypes.c_int))


class _CapData(ctypes.Structure):
    _fields_ = tuple((name, ctypes.c_uint32) for name in ("effective", "permitted", "inheritable"))


def drop_capabilities() -> str | None:
    """Empties every capability set and forbids new privileges by exec."""
    for capability in range(LAST_CAP + 1):
        _libc.prctl(PR_CAPBSET_DROP, capability, 0, 0, 0)
    _libc.prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0)
    header, data = _CapHeader(0x20080522, 0), (_CapData * 2)()
    reason = _call("capset", ctypes.byref(header), data)
    return reason or _call("prctl", PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)


def limit_resources(limits: Limits) -> str | None:
    """Core dumps off, few descriptors, files no larger than scratch, memory and processes as a second wall.

    The caps on the tree are kept by watch.py, which looks every few hundredths of a second. The two
    limits here are wider and are there at once: a single allocation beyond them raises MemoryError.
    """
    wanted = {
        resource.RLIMIT_CORE: 0,
        resource.RLIMIT_NOFILE: 512,  # below the host's 1024: sockets on their way are counted per user
        resource.RLIMIT_FSIZE: limits.scratch_mib * MIB,
        resource.RLIMIT_MEMLOCK: 64 * MIB,
        resource.RLIMIT_MSGQUEUE: 0,
    }
    if not gpu_devices():  # CUDA maps more than it uses
        wanted[resource.RLIMIT_DATA] = _data_bytes() + (limits.memory_mib + MEMORY_MARGIN_MIB) * MIB
    if _in_user_namespace():
        # Counted inside the namespace only, threads too. Void for root, whom the kernel exempts.
        wanted[resource.RLIMIT_NPROC] = 4 * limits.processes + 64
    try:
        for kind, value in wanted.items():
            hard = resource.getrlimit(kind)[1]
            value = value if hard == resource.RLIM_INFINITY else min(value, hard)
            resource.setrlimit(kind, (value, value))
    except (OSError, ValueError) as error:
        return f"rlimits: {error}"
    return None


MEMORY_MARGIN_MIB = 512  # room for the watch to see a growing heap before malloc fails


def _data_bytes() -> int:
    """Private writable memory that this process has mapped, as RLIMIT_DATA counts it."""
    with contextlib.suppress(OSError, ValueError, IndexError):
        for line in Path("/proc/self/status").read_text().splitlines():
            if line.startswith("VmData:"):
                return int(line.split()[1]) * 1024
    return 2**30


def _in_user_namespace() -> bool:
    with contextlib.suppress(OSError):
        return Path("/proc/self/uid_map").read_text().split() != ["0", "0", "4294967295"]
    return False


def clean_environment(scratch: Path) -> dict[str, str]:
    """The guest's whole environment: nothing of the host's but the locale and thread counts."""
    kept = ("LANG", "LC_ALL", "TZ", "OMP_NUM_THREADS", "MKL_NUM_THREADS", "CUDA_VISIBLE_DEVICES")
    environment = {name: os.environ[name] for name in kept if name in os.environ}
    home = str(scratch)
    environment.update(
        HOME=home, TMPDIR=home, XDG_CACHE_HOME=home, TORCHINDUCTOR_CACHE_DIR=home, MPLBACKEND="Agg",
        PATH="/usr/bin:/bin", LANG=environment.get("LANG", "C.UTF-8"), PYTHONDONTWRITEBYTECODE="1",
        KINETO_LOG_LEVEL="99",  # or torch's profiler writes to the student's stderr
    )  # fmt: skip
    return environment


def confine(layers: frozenset[str], scratch: Path, limits: Limits, tools: Tools) -> dict[str, str | None]:
    """Applies the wanted layers to this process; the reason per layer, None where it holds.

    `user` and `pid` are entered by the warm parent before the fork and are not repeated here.
    """
    held: dict[str, str | None] = {}
    for name, flag in (("net", CLONE_NEWNET), ("ipc", CLONE_NEWIPC | CLONE_NEWUTS)):
        if name in layers:
            held[name] = unshare(flag)
    if "mount" in layers:
        held["mount"] = private_mounts(scratch, limits, tools.readable)
    os.chdir(scratch)
    if "rlimits" in layers:
        held["rlimits"] = limit_resources(limits)
    if "caps" in layers:
        held["caps"] = drop_capabilities()
    if "landlock" in layers:
        own_mounts = "mount" in held and held["mount"] is None
        held["landlock"] = tools.restrict_files(scratch, own_mounts)
    if "seccomp" in layers:
        held["seccomp"] = forbid_calls(tools.filter)
    return held
