# id: SB-06
# kind: across the boundary
# where: call
# status: passed crashed
# arch: x86_64
# needs: seccomp
import ctypes

libc = ctypes.CDLL(None, use_errno=True)


def attack():
    """The same calls by their numbers in another table of the kernel."""
    for number, what in ((272, "unshare"), (165, "mount"), (319, "memfd_create"), (250, "keyctl")):
        if libc.syscall(0x40000000 | number, 0x10000000, 0, 0, 0, 0) >= 0:
            escaped(what)
