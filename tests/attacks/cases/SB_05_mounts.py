# id: SB-05
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
    must_fail("mount", 165, b"none", b"/tmp", b"tmpfs", 0, 0)
    must_fail("bind", 165, b"/", b"/tmp", 0, 4096, 0)
    must_fail("umount", 166, b"/proc", 2)
    must_fail("umount of a cover", 166, b"/root", 2)
    must_fail("pivot_root", 155, b".", b".")
    must_fail("chroot", 161, b".")
    must_fail("fsopen", 430, b"tmpfs", 0)
    must_fail("open_tree", 428, -100, b"/", 1)
    must_fail("move_mount", 429, -100, b".", -100, b"/", 0)
    must_fail("mount_setattr", 442, -100, b"/", 0, 0, 0)
    for name in ("user", "mnt", "pid", "net"):
        try:
            fd = os.open("/proc/1/ns/" + name, os.O_RDONLY)
        except OSError:
            continue
        must_fail("setns", 308, fd, 0)
