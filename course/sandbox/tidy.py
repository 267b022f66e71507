"""Folders that guests wrote into: made with the owner's process id in the name, removed whatever is in them."""

from __future__ import annotations

import contextlib
import os
import re
import tempfile
from pathlib import Path

PREFIX = "course-guest-"
OWNED = re.compile(rf"{PREFIX}(\d+)-\w+")


def make_mountpoint() -> Path:
    """A folder for the scratch folders of one sandbox's guests; raises OSError."""
    return Path(tempfile.mkdtemp(prefix=f"{PREFIX}{os.getpid()}-"))


def sweep() -> None:
    """Removes the folders of hosts that were killed: those of ours whose process is gone."""
    with contextlib.suppress(OSError):
        for entry in os.scandir(tempfile.gettempdir()):
            found = OWNED.fullmatch(entry.name)
            if found is None or entry.is_symlink() or entry.stat().st_uid != os.geteuid():
                continue
            try:
                os.kill(int(found[1]), 0)
            except ProcessLookupError:
                remove_tree(Path(entry.path))
            except OSError:
                continue


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
