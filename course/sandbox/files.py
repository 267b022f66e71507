"""The landlock layer: which files a guest may read, and the two places that it may write."""

from __future__ import annotations

import contextlib
import os
import sys
import sysconfig
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from landlockpy import Ruleset


def readable_paths() -> list[str]:
    """What a guest may read: the interpreter, its libraries, and the machine's facts.

    Site-packages are listed one by one, since the course's own package may lie among them.
    """
    roots = {sys.prefix, sys.base_prefix}
    site = {sysconfig.get_path(name) for name in ("purelib", "platlib")}
    paths = ["/usr/lib", "/usr/lib64", "/usr/local/lib", "/lib", "/lib64", "/usr/bin", "/bin"]
    paths += ["/usr/share/zoneinfo", "/etc/ld.so.cache", "/etc/localtime", "/usr/local/cuda"]
    paths += ["/sys/devices/system/cpu", "/sys/devices/system/node", "/proc"]
    for root in roots:
        if root in ("/usr", "/usr/local"):
            continue
        for name in ("bin", "lib", "lib64", "include", "pyvenv.cfg"):
            if not any(folder.startswith(os.path.join(root, name) + os.sep) for folder in site):
                paths.append(os.path.join(root, name))
    for folder in site:
        # the standard library beside site-packages, then each package but the course
        paths += _children(os.path.dirname(folder), skip=("site-packages", "dist-packages"))
        paths += _children(folder, skip=("course",))
    return sorted({path for path in paths if os.path.exists(path)})


def _children(folder: str, skip: tuple[str, ...]) -> list[str]:
    with contextlib.suppress(OSError):
        return [
            entry.path
            for entry in os.scandir(folder)
            if entry.name not in skip and "pytorch_quickstart_course" not in entry.name
        ]
    return []


DEVICES = ("/dev/null", "/dev/zero", "/dev/full", "/dev/urandom", "/dev/random")


def file_rules(readable: list[str]) -> Ruleset:
    """Landlock's rules that are the same for every guest: read `readable`, use the harmless devices."""
    from landlockpy import AccessFS, Ruleset, Scope

    read = AccessFS.READ_FILE | AccessFS.READ_DIR | AccessFS.EXECUTE
    one_file = AccessFS.READ_FILE | AccessFS.EXECUTE
    device = AccessFS.READ_FILE | AccessFS.WRITE_FILE | AccessFS.IOCTL_DEV | AccessFS.TRUNCATE
    rules = Ruleset(scoped=Scope.ABSTRACT_UNIX_SOCKET | Scope.SIGNAL)
    for path in readable:
        with contextlib.suppress(OSError):
            rules.allow_path(path, read if os.path.isdir(path) else one_file)
    for path in (*DEVICES, *gpu_devices()):
        with contextlib.suppress(OSError):
            rules.allow_path(path, device)
    return rules


def restrict_files(scratch: Path, rules: Ruleset) -> None:
    """Landlock: what `rules` allow, write `scratch` and /dev/shm, signal nobody outside. Raises OSError."""
    from landlockpy import AccessFS

    write = AccessFS(0)
    for right in AccessFS:
        if right.name not in ("MAKE_CHAR", "MAKE_BLOCK", "IOCTL_DEV"):
            write |= right
    with rules:
        rules.allow_path("/proc", AccessFS.READ_FILE | AccessFS.READ_DIR | AccessFS.EXECUTE)
        rules.allow_path(scratch, write)
        if os.path.isdir("/dev/shm") and os.path.ismount("/dev/shm"):
            rules.allow_path("/dev/shm", write)
        rules.restrict()


def gpu_devices() -> list[str]:
    """The device files of NVIDIA's driver."""
    with contextlib.suppress(OSError):
        return [entry.path for entry in os.scandir("/dev") if entry.name.startswith("nvidia")]
    return []
