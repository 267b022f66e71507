# id: SB-06
# kind: across the boundary
# where: call
# status: passed
# arch: x86_64
# needs: seccomp
import ctypes
import os

libc = ctypes.CDLL(None, use_errno=True)


def must_fail(what, number, *args):
    result = libc.syscall(number, *args)
    if result >= 0:
        if what.startswith("clone") and result == 0:
            os._exit(0)
        escaped(what)


def attack():
    must_fail("memfd_create", 319, b"x", 0)
    must_fail("memfd_secret", 447, 0)
    must_fail("shmget", 29, 0, 4096, 0o1600)
    must_fail("msgget", 68, 0, 0o1600)
