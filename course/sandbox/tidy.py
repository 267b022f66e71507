"""Folders that guests wrote into: made with the owner's process id in the name, removed whatever is in them."""

from __future__ import annotations

import contextlib
import os
import re
import tempfile
from pathlib import Path

PREFIX = "course-guest-"
OWNED = re.compile(rf"{PREFIX}(\d+-\d+)-\w+")


def owner() -> str:
    """This process for names of what it owns: its PID namespace, in which alone its id means anything, and its id."""
    try:
        namespace = os.stat("/proc/self/ns/pid").st_ino
    except OSError:
        namespace = 0
    return f"{namespace}-{os.getpid()}"


def is_gone(name: str) -> bool:
    """Whether an owner of this PID namespace has ended; of another namespace's nothing is known."""
    namespace, _, pid = name.partition("-")
    if namespace != owner().partition("-")[0]:
        return False
    try:
        os.kill(int(pid), 0)
    except ProcessLookupError:
        return True
    except OSError:
        pass
    return False


def make_mountpoint() -> Path:
    """A folder for the scratch folders of one sandbox's guests; raises OSError."""
    return Path(tempfile.mkdtemp(prefix=f"{PREFIX}{owner()}-"))


def sweep() -> None:
    """Removes the folders of hosts that were killed: those of ours whose process is gone."""
    with contextlib.suppress(OSError):
        for entry in os.scandir(tempfile.gettempdir()):
            found = OWNED.fullmatch(entry.name)
            if found is None or entry.is_symlink() or entry.stat().st_uid != os.geteuid():
                continue
            if is_gone(found[1]):
                remove_tree(Path(entry.path))


def remove_tree(folder: Path) -> None:
    """Removes what a guest left, however deep or unreadable; gives up without raising.

    No recursion and no long paths: a folder inside is first moved up to the top, so a tree that
    is thousands deep costs neither stack nor path. Links are removed, never followed.
    """
    top = os.fspath(folder)
    waiting, number = [top], 0
    while waiting:
        path = waiting.pop()
        with contextlib.suppress(OSError):
            if not os.path.islink(path):
                os.chmod(path, 0o700)
        for entry in _entries(path):
            with contextlib.suppress(OSError):
                if not entry.is_dir(follow_symlinks=False):
                    os.unlink(entry.path)
                elif path == top:
                    waiting.append(entry.path)
                else:
                    os.chmod(entry.path, 0o700)  # a folder that one may not write into cannot be moved
                    while os.path.lexists(higher := os.path.join(top, f".{number}")):
                        number += 1
                    os.rename(entry.path, higher)
                    waiting.append(higher)
        if path != top:
            with contextlib.suppress(OSError):
                os.rmdir(path)
    with contextlib.suppress(OSError):
        os.rmdir(top)


def _entries(path: str) -> list[os.DirEntry[str]]:
    with contextlib.suppress(OSError):
        return list(os.scandir(path))
    return []
