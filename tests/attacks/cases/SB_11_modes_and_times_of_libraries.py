# id: SB-11
# kind: across the boundary
# where: call
# status: passed
# needs: mount
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
    import torch
    for path in (torch.__file__, os.__file__, "/usr/bin/env", "/etc/passwd", os.path.dirname(torch.__file__)):
        for deed in (lambda: os.chmod(path, os.stat(path).st_mode), lambda: os.utime(path), lambda: os.setxattr(path, "user.x", b"1"),
                     lambda: os.chown(path, -1, -1) or os.rename(path, path + "x"), lambda: os.truncate(path, 1 << 40)):
            try:
                deed()
            except OSError:
                continue
            escaped("changed " + path)
