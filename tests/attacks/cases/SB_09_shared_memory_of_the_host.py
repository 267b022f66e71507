# id: SB-09
# kind: across the boundary
# where: call
# status: passed
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
    libc.shmat.restype = ctypes.c_void_p
    address = libc.shmat(int("@SEGMENT@"), None, 0o10000)
    if address not in (None, ctypes.c_void_p(-1).value):
        escaped("attached shared memory of the host")
