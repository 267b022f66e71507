# id: SB-08
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
    for name in ("/dev/mem", "/dev/kmsg", "/dev/sda", "/dev/vda", "/dev/kvm", "/dev/fuse", "/dev/net/tun", "/proc/kcore", "/proc/sysrq-trigger",
                 "/proc/sys/kernel/core_pattern", "/sys/kernel/mm/ksm/run", "/sys/fs/cgroup/memory/memory.limit_in_bytes", "/proc/self/oom_score_adj"):
        try:
            os.close(os.open(name, os.O_WRONLY))
        except OSError:
            continue
        escaped("opened " + name)
