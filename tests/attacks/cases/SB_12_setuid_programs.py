# id: SB-12
# kind: across the boundary
# where: call
# status: passed error
# seconds: 5
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
    import subprocess
    for name in ("su", "mount", "ping", "passwd", "newuidmap"):
        try:
            done = subprocess.run(["/usr/bin/" + name, "--version"], capture_output=True, timeout=2)
        except (OSError, subprocess.SubprocessError):
            continue
    with open("/proc/self/status") as file:
        if "NoNewPrivs:\t1" not in file.read():
            escaped("may gain privileges")
