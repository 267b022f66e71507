"""Caps by the kernel for a guest's whole tree, where a control group can be had.

The watch (watch.py) looks every few hundredths of a second and ends a tree with a sentence that says why. A
group's caps lie a little above the watch's: they hold in between, whatever the tree does. A group can
be had as root with version 1, and with version 2 where the memory and pids controllers are handed down
to us (a systemd session or service with `Delegate=yes`, most containers). Without one, the watch remains.
"""

from __future__ import annotations

import contextlib
import itertools
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from course.sandbox.confine import MIB, Limits
from course.sandbox.tidy import is_gone, owner

ROOT = Path("/sys/fs/cgroup")
CONTROLLERS = ("memory", "pids")
OWNED = re.compile(r"course-(\d+-\d+)-\d+")
SLACK_MIB = 128  # memory above the watch's cap, so that the watch speaks first
SLACK_TASKS = 256  # a group counts threads, too


@dataclass(frozen=True)
class Group:
    """One guest's group: a folder in version 2, one for each controller in version 1."""

    folders: tuple[Path, ...]

    def add(self, pid: int) -> None:
        """Puts a process into it; its future children are born there. Raises OSError."""
        for folder in self.folders:
            (folder / "cgroup.procs").write_text(str(pid))

    def out_of_memory(self) -> bool:
        """Whether the kernel has killed one of its processes for its memory."""
        for folder, name in itertools.product(self.folders, ("memory.events", "memory.oom_control")):
            with contextlib.suppress(OSError, ValueError, IndexError):
                for line in (folder / name).read_text().splitlines():
                    if line.split()[0] == "oom_kill" and int(line.split()[1]):
                        return True
        return False

    def remove(self) -> bool:
        """Removes it; False while a process is left in it."""
        for folder in self.folders:
            try:
                folder.rmdir()
            except FileNotFoundError:
                continue
            except OSError:
                return False
        return True


class Groups:
    """Makes groups below those that this process is in. `reason` says why none can be had."""

    def __init__(self, root: Path = ROOT) -> None:
        self._numbers = itertools.count()
        self.version = 0
        try:
            lines = Path("/proc/self/cgroup").read_text().splitlines()
        except OSError:
            lines = []
        own = {name: line.split(":", 2)[2] for line in lines for name in line.split(":", 2)[1].split(",")}
        self._bases: tuple[Path, ...] = ()
        for version, bases in ((2, _version_2(root, own)), (1, _version_1(root, own))):
            if bases is not None and not self._bases:
                self.version, self._bases = version, bases
        self.reason = None if self._bases else "no control group with memory and pids can be written"

    def make(self, limits: Limits) -> Group | None:
        """A group with a guest's limits, or None where none can be had."""
        name = f"course-{owner()}-{next(self._numbers)}"
        made: list[Path] = []
        try:
            for base in self._bases:
                (base / name).mkdir()
                made.append(base / name)
            for folder, (file, value) in itertools.product(made, self._caps(limits)):
                if (folder / file).exists():
                    (folder / file).write_text(value)
        except OSError as error:
            Group(tuple(made)).remove()
            self._bases, self.reason = (), f"a control group cannot be made: {error.strerror}"
        return Group(tuple(made)) if self._bases else None

    def _caps(self, limits: Limits) -> Iterator[tuple[str, str]]:
        memory = str((limits.memory_mib + limits.scratch_mib + SLACK_MIB) * MIB)
        yield "pids.max", str(limits.processes + SLACK_TASKS)
        if self.version == 2:
            yield "memory.max", memory
            yield "memory.swap.max", "0"
        else:
            yield "memory.limit_in_bytes", memory
            yield "memory.memsw.limit_in_bytes", memory


def _version_2(root: Path, own: dict[str, str]) -> tuple[Path, ...] | None:
    """Our own group, or the one above it, if it hands the controllers down and is ours to write."""
    if not (root / "cgroup.controllers").is_file() or "" not in own:
        return None
    here = root / own[""].lstrip("/")
    for base in (here, here.parent) if here != root else (here,):
        with contextlib.suppress(OSError):
            handed_down = (base / "cgroup.subtree_control").read_text().split()
            if set(CONTROLLERS) <= set(handed_down) and _writable(base):
                return (base,)
    return None


def _version_1(root: Path, own: dict[str, str]) -> tuple[Path, ...] | None:
    bases = tuple(root / name / own[name].lstrip("/") for name in CONTROLLERS if name in own)
    return bases if len(bases) == len(CONTROLLERS) and all(map(_writable, bases)) else None


def _writable(folder: Path) -> bool:
    return os.access(folder, os.W_OK) and os.access(folder / "cgroup.procs", os.W_OK)


def sweep(root: Path = ROOT) -> None:
    """Removes the empty groups of warm parents that were killed."""
    for base in Groups(root)._bases:
        for folder in base.glob("course-*-*-*"):
            found = OWNED.fullmatch(folder.name)
            if found and is_gone(found[1]):
                with contextlib.suppress(OSError):
                    folder.rmdir()
