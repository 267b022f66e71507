# id: SB-03
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
    import fcntl
    import termios
    for name in ("/dev/tty", "/dev/console", "/dev/pts/0", "/dev/ptmx"):
        try:
            os.close(os.open(name, os.O_RDWR | os.O_NOCTTY))
        except OSError:
            continue
        escaped("opened " + name)
    for request in (0x5412, 0x5412 | 1 << 32, 0x541C):
        for fd in range(4):
            if libc.ioctl(fd, ctypes.c_ulong(request), ctypes.c_char_p(b"x")) == 0:
                escaped("typed into a terminal")
