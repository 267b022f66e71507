# id: SB-02
# kind: across the boundary
# where: call
# status: passed
# arch: x86_64
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
    for pid in (int("@HOST@"), int("@WARM@"), 1):
        must_fail("ptrace", 101, 16, pid, 0, 0)
        must_fail("process_vm_readv", 310, pid, 0, 0, 0, 0, 0)
        must_fail("kcmp", 312, os.getpid(), pid, 0, 0, 0)
    must_fail("ptrace a process of its own", 101, 0, 0, 0, 0)
