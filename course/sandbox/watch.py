"""The eye on a guest's whole process tree: memory, process count, files.

The warm parent looks, every few hundredths of a second, as long as a guest lives: also while the
host computes something of its own and waits for nobody. Resident memory is first added up
cheaply (which counts pages shared after a fork once per process, so it is too high), and only
when that is over the cap, exactly, by the proportional set size. Both in MiB.
"""

from __future__ import annotations

import contextlib
import os
import time
from pathlib import Path

from course.sandbox.confine import MIB, Limits

PAGE = os.sysconf("SC_PAGE_SIZE")
MAX_FILES = 20_000
MAX_THREADS = 1024  # of the tree: the kernel does not apply RLIMIT_NPROC to root
MAX_DESCRIPTORS = 2048  # of the tree: what they cost in the kernel is counted per user, not per process


def children(pid: int) -> list[int]:
    """The children of all threads of a process, by the kernel's own list; none for one that is gone."""
    found: list[int] = []
    with contextlib.suppress(OSError, ValueError):
        for thread in os.listdir(f"/proc/{pid}/task"):
            with open(f"/proc/{pid}/task/{thread}/children") as file:
                found += map(int, file.read().split())
    return found


def descendants(roots: set[int]) -> set[int]:
    """The processes below `roots`, roots included if they live."""
    if not os.path.exists(f"/proc/self/task/{os.getpid()}/children"):
        return _descendants_by_parent(roots)
    found: set[int] = set()
    waiting = [pid for pid in roots if os.path.isdir(f"/proc/{pid}")]
    while waiting:
        pid = waiting.pop()
        if pid not in found:
            found.add(pid)
            waiting += children(pid)
    return found


def _descendants_by_parent(roots: set[int]) -> set[int]:
    """The same from one pass over /proc, for kernels that keep no list of children."""
    parents: dict[int, int] = {}
    with contextlib.suppress(OSError):
        for name in filter(str.isdigit, os.listdir("/proc")):
            with contextlib.suppress(OSError, ValueError, IndexError):
                stat = Path(f"/proc/{name}/stat").read_bytes()
                parents[int(name)] = int(stat[stat.rindex(b")") + 2 :].split()[1])
    found = {pid for pid in roots if pid in parents}
    while more := {pid for pid, parent in parents.items() if parent in found} - found:
        found |= more
    return found


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


def threads(pid: int) -> int:
    """Threads of a process, which the kernel tells as folders; 0 for one that is gone."""
    with contextlib.suppress(OSError):
        return os.stat(f"/proc/{pid}/task").st_nlink - 2
    return 0


def descriptors(pid: int) -> int:
    """Open descriptors of a process; 0 where the kernel (before Linux 6.2) does not tell at once."""
    with contextlib.suppress(OSError):
        return os.stat(f"/proc/{pid}/fd").st_size
    return 0


def files_in(folder: Path) -> tuple[float, int]:
    """MiB on disk and number of files below a folder, as far as MAX_FILES."""
    size, number, waiting = 0, 0, [str(folder)]
    while waiting and number <= MAX_FILES:
        with contextlib.suppress(OSError):
            for entry in os.scandir(waiting.pop()):
                number += 1
                with contextlib.suppress(OSError):
                    size += entry.stat(follow_symlinks=False).st_blocks * 512
                    if entry.is_dir(follow_symlinks=False):
                        waiting.append(entry.path)
    return size / MIB, number


class TreeWatch:
    """Checks one tree against its limits, at most every `limits.watch_seconds`.

    `scratch` is the guest's folder as it lies on the disk: empty where the guest has a disk in memory,
    which the kernel caps.
    """

    files_interval = 0.5

    def __init__(self, guest: int, init: int | None, limits: Limits, scratch: Path | None = None) -> None:
        self.roots = {guest} if init is None else {guest, init}
        self.init = init
        self.limits = limits
        self.scratch = scratch
        self._next = time.monotonic() + limits.watch_seconds
        self._next_files = time.monotonic() + self.files_interval

    @property
    def too_much_memory(self) -> str:
        """The rest of the sentence for that cap."""
        return f"used more than {self.limits.memory_mib:,} MiB of memory, the limit"

    def complaint(self, at_once: bool = False) -> str | None:
        """The rest of a sentence if a cap is passed, else None; also within the interval if `at_once`."""
        now = time.monotonic()
        if (now < self._next and not at_once) or not os.path.isdir("/proc/self"):
            return None
        self._next = now + self.limits.watch_seconds
        tree = descendants(self.roots)
        if len(tree - {self.init}) > self.limits.processes:
            return f"started more than {self.limits.processes} processes, the limit"
        if sum(map(threads, tree)) > MAX_THREADS:
            return f"started more than {MAX_THREADS:,} threads, the limit"
        if sum(map(descriptors, tree)) > MAX_DESCRIPTORS:
            return f"opened more than {MAX_DESCRIPTORS:,} files and sockets at once, the limit"
        cap = self.limits.memory_mib
        if sum(map(resident_mib, tree)) > cap and sum(map(proportional_mib, tree)) > cap:
            return self.too_much_memory
        if self.scratch is not None and now >= self._next_files:
            self._next_files = now + self.files_interval
            size, number = files_in(self.scratch)
            if size > self.limits.scratch_mib:
                return f"wrote more than {self.limits.scratch_mib} MiB of files, the limit"
            if number > MAX_FILES:
                return f"made more than {MAX_FILES:,} files, the limit"
        return None
