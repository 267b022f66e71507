"""Large pages for what a warm parent holds: its forks share memory by the page, so fewer pages make a cheaper guest.

A fork copies one entry per page of private memory, some 70,000 of 4 KiB after `import torch`, and its end drops
them again. Of 2 MiB there are some hundred (benchmarks/parts/share.py measures a guest).
"""

from __future__ import annotations

import contextlib
import ctypes
import re
from collections.abc import Iterator

HUGE = (
    2 * 2**20
)  # bytes of a large page; elsewhere than on x86-64 and arm64 the kernel refuses, and nothing changes
MADV_COLLAPSE = 25  # Linux 6.1
PRIVATE = re.compile(r"([0-9a-f]+)-([0-9a-f]+) rw-p \S+ \S+ 0 *(?:\[heap\])?$")  # and no file behind it

_libc = ctypes.CDLL(None, use_errno=True)
_libc.madvise.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]


def enlarge() -> Iterator[bool]:
    """Puts this process's private memory into large pages, one at each step (some milliseconds); whether it worked."""
    with contextlib.suppress(OSError), open("/proc/self/maps") as maps:
        places = [found.groups() for found in map(PRIVATE.match, maps.read().splitlines()) if found]
        for start, end in ((int(first, 16), int(last, 16)) for first, last in places):
            for address in range(-(-start // HUGE) * HUGE, end // HUGE * HUGE, HUGE):
                yield _libc.madvise(address, HUGE, MADV_COLLAPSE) == 0
