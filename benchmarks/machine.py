"""What a result depends on: the machine, the versions, the commit."""

from __future__ import annotations

import datetime
import os
import platform
import subprocess
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def cores() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def facts(command: str, commit: str, peers: list[str], load: tuple[float, float]) -> list[str]:
    """Lines for the head of the results. `load` is the load average (1 minute) at the start and at the end."""
    return [
        f"- command: `{command}`, {datetime.date.today().isoformat()}, commit {commit}",
        f"- machine: {cores()} cores, {cpu_model()}, {memory_gib():.0f} GiB memory, {platform.system()} {platform.machine()}",
        f"- Python {platform.python_version()}, torch {version_of('torch')}, nbgrader {version_of('nbgrader')}, "
        f"pytest {version_of('pytest')}{''.join(f', {peer}' for peer in peers)}",
        f"- load average at the start {load[0]:.1f}, at the end {load[1]:.1f} (the benchmark's own included)",
    ]


def version_of(package: str) -> str:
    """An installed package's version."""
    try:
        return version(package)
    except PackageNotFoundError:
        return "not installed"


def commit() -> str:
    """The git commit, and whether the tree differs from it."""
    try:
        name = git("rev-parse", "--short", "HEAD")
        changed = git("status", "--porcelain", "--untracked-files=no")
    except (OSError, subprocess.CalledProcessError):
        return "unknown"
    return f"{name} with changes" if changed else name


def git(*words: str) -> str:
    """What git says."""
    return subprocess.run(
        ["git", *words], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.strip()


def cpu_model() -> str:
    """The processor's name."""
    return first_value("/proc/cpuinfo", "model name") or platform.processor() or "unknown processor"


def memory_gib() -> float:
    """Memory of the machine."""
    return int((first_value("/proc/meminfo", "MemTotal") or "0 kB").split()[0]) / 2**20


def first_value(path: str, name: str) -> str | None:
    """The first `name: value` of a file of /proc."""
    try:
        lines = Path(path).read_text().splitlines()
    except OSError:
        return None
    found = (line.partition(":")[2].strip() for line in lines if line.startswith(name))
    return next(found, None)
