# id: SB-13
# kind: across the boundary
# where: call
# status: passed
# arch: x86_64
# needs: seccomp
import ctypes
import os
import signal

CLONE_PARENT = 0x8000
libc = ctypes.CDLL(None, use_errno=True)


def attack():
    """A sister instead of a child is not below the guest, where memory and processes are counted."""
    child = libc.syscall(56, CLONE_PARENT | signal.SIGCHLD, 0, 0, 0, 0)
    if child == 0:
        os._exit(0)
    if child > 0:
        escaped("a process outside of the tree")
