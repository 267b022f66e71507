# id: SB-07
# kind: across the boundary
# where: call
# status: passed
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
    import stat
    for kind in (stat.S_IFIFO, stat.S_IFCHR, stat.S_IFBLK):
        try:
            os.mknod(f"special{kind}", 0o600 | kind, os.makedev(1, 3))
        except OSError:
            continue
        escaped(f"made a special file {kind}")
