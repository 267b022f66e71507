"""The host's eye on a guest's whole process tree: resident memory and process count.

Resident memory is first added up cheaply (which counts pages shared after a fork once per
process, so it is too high), and only when that is over the cap, exactly, by the
proportional set size. Both in MiB.
"""

from __future__ import annotations

import contextlib
import os
import time
from pathlib import Path

from course.sandbox.confine import MIB, Limits

PAGE = os.sysconf("SC_PAGE_SIZE")


def descendants(roots: set[int]) -> set[int]:
    """The processes below `roots`, roots included, from one pass over /proc."""
    parents: dict[int, int] = {}
    for name in os.listdir("/proc"):
        if name.isdigit():
            with contextlib.suppress(OSError, ValueError, IndexError):
                with open(f"/proc/{name}/stat", "rb", buffering=0) as file:
                    stat = file.read(1024)
                parents[int(name)] = int(stat[stat.rindex(b")") + 2 :].split()[1])
    found = {pid for pid in roots if pid in parents}
    while True:
        more = {pid for pid, parent in parents.items() if parent in found} - found
        if not more:
            return found
        found |= more


def resident_mib(pid: int) -> float:
    """Resident set size; 0 for a process that is gone."""
    with contextlib.suppress(OSError, ValueError, IndexError):
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * PAGE / MIB
    return 0.0


def proportional_mib(pid: int) -> float:
    """Proportional set size; the resident size where the kernel does not tell."""
    with contextlib.suppress(OSError, ValueError, IndexError):
        for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) / 1024
    return resident_mib(pid)


class TreeWatch:
    """Checks one tree against its limits, at most every `interval` seconds."""

    def __init__(self, guest: int, init: int | None, limits: Limits) -> None:
        self.roots = {guest} if init is None else {guest, init}
        self.init = init
        self.limits = limits
        self.interval = 0.05
        self._next = time.monotonic() + self.interval

    def begin(self) -> None:
        """A new request: the first look comes after one interval, so that a quick answer costs none."""
        self._next = time.monotonic() + self.interval

    def complaint(self) -> str | None:
        """The rest of a sentence if a cap is passed, else None."""
        now = time.monotonic()
        if now < self._next or not os.path.isdir("/proc/self"):
            return None
        self._next = now + self.interval
        tree = descendants(self.roots)
        if len(tree - {self.init}) > self.limits.processes:
            return f"started more than {self.limits.processes} processes, the limit"
        cap = self.limits.memory_mib
        if sum(map(resident_mib, tree)) > cap and sum(map(proportional_mib, tree)) > cap:
            return f"used more than {cap:,} MiB of memory, the limit"
        return None
