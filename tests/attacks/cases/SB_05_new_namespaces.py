# id: SB-05
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
    NEW = 0x10000000
    for flags in (NEW, 0x20000, 0x20000000, 0x40000000, NEW | 0x20000):
        must_fail("unshare", 272, flags)
        must_fail("clone", 56, flags | 17, 0, 0, 0, 0)
        must_fail("clone with a high bit", 56, ctypes.c_ulong(flags | 17 | 1 << 40), 0, 0, 0, 0)
        arguments = (ctypes.c_ulong * 11)(flags, 0, 0, 0, 17, 0, 0, 0, 0, 0, 0)
        must_fail("clone3", 435, ctypes.byref(arguments), ctypes.sizeof(arguments))
