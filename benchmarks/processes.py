"""A process tree's CPU seconds and memory, from /proc."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

TICK = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100
PROC = Path("/proc")


@dataclass(frozen=True)
class Memory:
    """MiB of one process: all that is resident, and what no other process shares (USS)."""

    resident: float
    unique: float

    def __add__(self, other: Memory) -> Memory:
        return Memory(self.resident + other.resident, self.unique + other.unique)


def stat_of(pid: int) -> list[str]:
    """The fields of /proc/PID/stat behind the name; empty if the process is gone."""
    try:
        return (PROC / str(pid) / "stat").read_text().rpartition(")")[2].split()
    except OSError:
        return []


def descendants(root: int) -> list[int]:
    """All processes below one, parents first."""
    children: dict[int, list[int]] = {}
    for entry in PROC.iterdir():
        if entry.name.isdigit() and (fields := stat_of(int(entry.name))):
            children.setdefault(int(fields[1]), []).append(int(entry.name))
    found, queue = [], [root]
    while queue:
        below = children.get(queue.pop(0), [])
        found += below
        queue += below
    return found


def tree_cpu(root: int) -> float:
    """CPU seconds of a process, of those below it, and of those below that have ended and were waited for."""
    total = 0
    for pid in (root, *descendants(root)):
        fields = stat_of(pid)
        total += sum(int(f) for f in fields[11:15])
    return total / TICK


def memory_of(pid: int) -> Memory:
    """One process's memory; OSError if it may not be read."""
    sizes: dict[str, int] = {}
    for line in (PROC / str(pid) / "smaps_rollup").read_text().splitlines()[1:]:
        name, _, rest = line.partition(":")
        sizes[name] = int(rest.split()[0])
    unique = sizes["Private_Clean"] + sizes["Private_Dirty"] + sizes.get("Private_Hugetlb", 0)
    return Memory(sizes["Rss"] / 1024, unique / 1024)


def command_of(pid: int) -> str:
    """A process's command line; empty if it is gone."""
    try:
        return (PROC / str(pid) / "cmdline").read_bytes().replace(b"\0", b" ").decode("utf-8", "replace")
    except OSError:
        return ""


def with_words(words: str) -> list[int]:
    """The processes whose command line holds these words."""
    pids = [int(entry.name) for entry in PROC.iterdir() if entry.name.isdigit()]
    return [pid for pid in pids if pid != os.getpid() and words in command_of(pid)]
