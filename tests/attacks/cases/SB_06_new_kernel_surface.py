# id: SB-06
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
    room = ctypes.create_string_buffer(256)
    must_fail("io_uring_setup", 425, 8, room)
    must_fail("bpf", 321, 0, room, 72)
    must_fail("perf_event_open", 298, room, 0, -1, -1, 0)
    must_fail("userfaultfd", 323, 1)
    must_fail("add_key", 248, b"user", b"x", b"y", 1, -3)
    must_fail("keyctl", 250, 0, -3, 1)
    must_fail("init_module", 175, room, 1, b"")
    must_fail("kexec_load", 246, 0, 0, 0, 0)
    must_fail("modify_ldt", 154, 1, room, 16)
    must_fail("name_to_handle_at", 303, -100, b"/", room, room, 0)
    must_fail("swapon", 167, b"x", 0)
    must_fail("reboot", 169, 0, 0, 0, 0)
    must_fail("iopl", 172, 3)
