# id: CR-20
# kind: processes and memory
# where: call
# status: passed
# arch: x86_64
# needs: seccomp
import ctypes

libc = ctypes.CDLL(None, use_errno=True)


def attack():
    """Kernel objects of which a user, or a machine, has a fixed number."""
    room = ctypes.c_ulong(0)
    if libc.syscall(206, 60_000, ctypes.byref(room)) == 0:
        escaped("asynchronous reads of the whole machine")
    if libc.syscall(253) >= 0 or libc.syscall(294, 0) >= 0:
        escaped("inotify")
