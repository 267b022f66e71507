"""The seccomp layer: system calls that no learner needs, or that would lead out of what the other layers hold."""

from __future__ import annotations

import contextlib
import errno
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyseccomp import SyscallFilter

CLONE_NEWNS = 0x00020000
CLONE_NEWCGROUP = 0x02000000
CLONE_NEWUTS = 0x04000000
CLONE_NEWIPC = 0x08000000
CLONE_NEWUSER = 0x10000000
CLONE_NEWPID = 0x20000000
CLONE_NEWNET = 0x40000000

# Calls that a learner's code never needs and that open kernel surface or leave the tree's
# accounting: new namespaces and mounts, tracing, kernel keys, io_uring, bpf, clocks, modules.
FORBIDDEN_CALLS = [
    "umount",
    "open_tree_attr",
    "fsmount",
    "fsconfig",
    "fspick",
    "mount_setattr",
    "kexec_file_load",
    "process_madvise",
    "modify_ldt",
    "lookup_dcookie",
    "fanotify_init",
    "sethostname",
    "setdomainname",
    "unshare",
    "setns",
    "mount",
    "umount2",
    "pivot_root",
    "chroot",
    "move_mount",
    "open_tree",
    "fsopen",
    "ptrace",
    "process_vm_readv",
    "process_vm_writev",
    "pidfd_getfd",
    "kcmp",
    "add_key",
    "request_key",
    "keyctl",
    "io_uring_setup",
    "io_uring_enter",
    "io_uring_register",
    "bpf",
    "perf_event_open",
    "userfaultfd",
    "kexec_load",
    "init_module",
    "finit_module",
    "delete_module",
    "swapon",
    "swapoff",
    "reboot",
    "settimeofday",
    "clock_settime",
    "adjtimex",
    "acct",
    "quotactl",
    "open_by_handle_at",
    "name_to_handle_at",
    "iopl",
    "ioperm",
    "syslog",
    "vhangup",
    "mknod",
    "mknodat",
    "sync",
    "syncfs",
]


# Calls that must look as if the kernel had not got them, so that libraries take another way: clone3,
# whose flags lie in memory where a filter cannot see them, memory that no process seems to hold, and what
# the kernel hands out to a machine or to all processes of a user, so that one guest could take it all.
ABSENT_CALLS = ["clone3", "memfd_create", "memfd_secret", "shmget", "msgget", "semget", "io_setup", "inotify_init",
                "inotify_init1"]  # fmt: skip

NAMESPACES = (
    CLONE_NEWNS, CLONE_NEWCGROUP, CLONE_NEWUTS, CLONE_NEWIPC, CLONE_NEWUSER, CLONE_NEWPID, CLONE_NEWNET,
)  # fmt: skip
CLONE_PARENT = 0x8000  # a child that is a sister of the guest's: outside of the tree that is watched
F_SETLEASE, F_SETDELEG = 1024, 1040  # of a library: whoever opens it, in any process, waits for up to 45 s
MSG_OOB = 1  # a byte beside the stream, which has no use and had holes (CVE-2025-38236)
AF_UNIX, AF_INET, AF_INET6 = 1, 2, 10
TERMINAL_REQUESTS = (0x5412, 0x541C, 0x5423)  # TIOCSTI, TIOCLINUX, TIOCSETD: typing into a terminal
LOW_32_BITS = 0xFFFFFFFF


def call_filter() -> SyscallFilter | str:
    """Seccomp's filter: the calls above fail, and so do new namespaces and sisters by clone, leases, odd families of sockets.

    Arguments that the kernel reads as 32 bits are compared as 32 bits: a comparison of all 64 would
    let `TIOCSTI | 1 << 32` pass. A sentence instead of the filter says why there is none.
    """
    try:
        import pyseccomp as seccomp
    except (ImportError, OSError, RuntimeError) as error:
        return f"libseccomp is not installed ({type(error).__name__})"
    try:
        rules = seccomp.SyscallFilter(defaction=seccomp.ALLOW)
        for name in FORBIDDEN_CALLS:
            with contextlib.suppress(OSError, RuntimeError, ValueError):
                rules.add_rule(seccomp.ERRNO(errno.EPERM), name)
        for name in ABSENT_CALLS:
            with contextlib.suppress(OSError, RuntimeError, ValueError):
                rules.add_rule(seccomp.ERRNO(errno.ENOSYS), name)
        for flag in (*NAMESPACES, CLONE_PARENT):
            rules.add_rule(seccomp.ERRNO(errno.EPERM), "clone", seccomp.Arg(0, seccomp.MASKED_EQ, flag, flag))
        for number in TERMINAL_REQUESTS:
            rules.add_rule(
                seccomp.ERRNO(errno.EPERM), "ioctl", seccomp.Arg(1, seccomp.MASKED_EQ, LOW_32_BITS, number)
            )
        for number in (F_SETLEASE, F_SETDELEG):
            rules.add_rule(
                seccomp.ERRNO(errno.EPERM), "fcntl", seccomp.Arg(1, seccomp.MASKED_EQ, LOW_32_BITS, number)
            )
        for call, place in (("sendto", 3), ("sendmsg", 2), ("sendmmsg", 3)):
            unwanted = seccomp.Arg(place, seccomp.MASKED_EQ, MSG_OOB, MSG_OOB)
            rules.add_rule(seccomp.ERRNO(errno.EOPNOTSUPP), call, unwanted)
        odd = seccomp.ERRNO(errno.EAFNOSUPPORT)
        for call in ("socket", "socketpair"):
            rules.add_rule(odd, call, seccomp.Arg(0, seccomp.GT, AF_INET6))  # of 64 bits: `1 << 32` too
            for family in set(range(AF_INET6)) - {AF_UNIX, AF_INET}:
                rules.add_rule(odd, call, seccomp.Arg(0, seccomp.EQ, family))
        return rules
    except (OSError, RuntimeError, ValueError) as error:
        return f"seccomp: {error}"


def forbid_calls(rules: SyscallFilter | str) -> str | None:
    """Puts this process under the filter; None, or the reason why it is not."""
    if isinstance(rules, str):
        return rules
    try:
        rules.load()
    except (OSError, RuntimeError, ValueError) as error:
        return f"seccomp: {error}"
    return None
