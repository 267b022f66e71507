"""What a throw-away guest tries, so that witness.py can see it denied.

This file is sent to a guest as if it were a submission: its text runs there, nothing of it runs
in the host. Every attempt is harmless where it succeeds. Each returns "done" when the deed
could be done, else the kernel's reason as the name of an errno.
"""

from __future__ import annotations

import ctypes
import errno
import os
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any

MIB = 2**20
PR_CAPBSET_DROP, CAP_AUDIT_READ = 24, 37
SHM_RDONLY = 0o10000

libc = ctypes.CDLL(None, use_errno=True)


class _Part(ctypes.Structure):
    _fields_ = (("base", ctypes.c_void_p), ("size", ctypes.c_size_t))


def tried(deed: Callable[[], Any]) -> str:
    """Runs a deed: "done", or the errno that it met."""
    try:
        deed()
    except OSError as error:
        return errno.errorcode.get(error.errno or 0, str(error))
    return "done"


def called(result: int) -> None:
    """Raises OSError where a libc function returned -1."""
    if result == -1:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))


def give_file_away() -> None:
    """A user namespace with one user in it knows no other user id: EINVAL, not EPERM."""
    Path("gift").write_text("mine")
    os.chown("gift", os.geteuid() + 1, -1)


def connect(port: int) -> None:
    """To a port on which the host listens right now."""
    with socket.create_connection(("127.0.0.1", port), timeout=2):
        pass


def connect_to(path: str) -> None:
    """A socket of the host's that lies in a folder: no network is needed for it."""
    with socket.socket(socket.AF_UNIX) as client:
        client.settimeout(2)
        client.connect(path)


def send_datagram(port: int) -> None:
    """To a UDP port of the host's: Landlock has no say in it, so the answer is the network's own."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as client:
        client.connect(("127.0.0.1", port))
        client.send(b"seen")


def attach_shared_memory(number: int) -> None:
    """A System V segment that the host made for everybody."""
    libc.shmat.restype = ctypes.c_void_p
    libc.shmat.argtypes = (ctypes.c_int, ctypes.c_void_p, ctypes.c_int)
    address = libc.shmat(number, None, SHM_RDONLY)
    called(-1 if address in (None, ctypes.c_void_p(-1).value) else 0)


def fill_scratch(mib: int) -> None:
    """Several files, each small, together twice the cap."""
    for number in range(4):
        with open(f"fill{number}", "wb") as file:
            file.write(b"\1" * (mib * MIB // 2))


def grow_file(mib: int) -> None:
    """One file that is larger than the cap, without a byte in it."""
    with open("large", "wb") as file:
        os.truncate(file.fileno(), (mib + 1) * MIB)


def read_memory_of(pid: int, address: int) -> None:
    """Some bytes of a process by process_vm_readv."""
    room = ctypes.create_string_buffer(16)
    local, remote = _Part(ctypes.addressof(room), 16), _Part(address, 16)
    called(libc.process_vm_readv(pid, ctypes.byref(local), 1, ctypes.byref(remote), 1, 0))


def read_own_memory() -> None:
    """One's own, which is allowed unless the call itself is forbidden."""
    room = ctypes.create_string_buffer(16)
    read_memory_of(os.getpid(), ctypes.addressof(room))


def mount_nothing() -> None:
    """A file system that does not exist: ENODEV for who may mount, EPERM for who may not.

    Nothing is ever mounted, since without confinement this would be the host's own mount table.
    """
    called(libc.mount(b"none", b".", b"no-such-file-system", 0, None))


def stray_descriptors() -> list[str]:
    """What is open beside stdin, stdout, stderr and the channel."""
    found = []
    for name in os.listdir("/proc/self/fd"):
        if int(name) > 3:
            try:
                target = os.readlink(f"/proc/self/fd/{name}")
            except OSError:
                continue  # the descriptor of this very listing
            found.append(target)
    return found


def attempts(facts: dict[str, Any]) -> dict[str, Any]:
    """All deeds, by name. `facts` are the host's: pids, a port, a segment, paths, the cap in MiB."""
    host, warm, mib = facts["host"], facts["warm"], facts["scratch_mib"]
    outcome: dict[str, Any] = {
        "parent": os.getppid(),
        "user_namespace": os.readlink("/proc/self/ns/user"),
        "own_a_file_of_another": tried(give_file_away),
        "find_host": tried(lambda: os.kill(host, 0)),
        "find_warm_parent": tried(lambda: os.kill(warm, 0)),
        "connect": tried(lambda: connect(facts["port"])),
        "send_a_datagram": tried(lambda: send_datagram(facts["udp_port"])),
        "attach_shared_memory": tried(lambda: attach_shared_memory(facts["segment"]))
        if facts["segment"] >= 0
        else None,
        "find_canary": tried(lambda: os.stat(facts["canary"])),
        "connect_to_socket": tried(lambda: connect_to(facts["socket"])),
        "read_a_file_of_all": tried(lambda: Path("/etc/passwd").read_bytes()),
        "write_beside_scratch": tried(lambda: Path("../written").write_text("x")),
        "write_beside_canary": tried(lambda: Path(facts["canary"] + ".written").write_text("x")),
        "make_fifo": tried(lambda: os.mkfifo("fifo")),
        "read_own_memory": tried(read_own_memory),
        "make_memfd": tried(lambda: os.close(os.memfd_create("hidden"))),
        "drop_capability": tried(lambda: called(libc.prctl(PR_CAPBSET_DROP, CAP_AUDIT_READ, 0, 0, 0))),
        "grow_file": tried(lambda: grow_file(mib)),
        "read_environment_of_host": tried(lambda: Path(f"/proc/{host}/environ").read_bytes()),
        "read_memory_of_host": tried(lambda: read_memory_of(host, facts["address"])),
        "signal_host": tried(lambda: os.kill(host, 0)),
        "mount": tried(mount_nothing),
        "secret_in_environment": any(facts["secret_name"] in item for item in os.environ),
        "stray_descriptors": stray_descriptors(),
    }
    for path in facts["course"]:
        outcome.setdefault("read_course", []).append(tried(lambda path=path: Path(path).read_bytes()))  # type: ignore[misc]
    outcome["fill_scratch"] = tried(lambda: fill_scratch(mib))  # last: the disk is full afterwards
    return outcome
