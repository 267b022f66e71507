"""Environments of the peers, built on demand under benchmarks/.peers/NAME.

Torch weighs gigabytes, so a peer borrows ours: a .pth file puts our site-packages at the very end of
its sys.path. Whatever the peer's own packages are, they come first.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import sysconfig
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.timing import NotMeasured, last_words, say

FOLDER = Path(__file__).resolve().parent / ".peers"
PINNED = {"otter": ("otter-grader==7.0.0", "ipykernel"), "check50": ("check50==3.5.0",)}
BORROWED = "zz_borrowed_torch.pth"


@dataclass
class Peers:
    """The peers' environments, and the sentences why some cannot be had."""

    failed: dict[str, str] = field(default_factory=dict)

    def bin(self, name: str) -> Path:
        """The folder with a peer's commands; raises NotMeasured, also again for one that could not be built."""
        if name not in self.failed and not (FOLDER / name / ".ready").exists():
            try:
                build(name)
            except NotMeasured as error:
                self.failed[name] = str(error)
        if name in self.failed:
            raise NotMeasured(self.failed[name])
        return FOLDER / name / "bin"

    def versions(self) -> list[str]:
        """Names and versions of the peers that are there."""
        return [PINNED[n][0].replace("==", " ") for n in PINNED if (FOLDER / n / ".ready").exists()]


def build(name: str) -> None:
    """Makes one environment anew; NotMeasured if that fails."""
    place = FOLDER / name
    shutil.rmtree(place, ignore_errors=True)
    say(f"building the environment of {name}")
    for command in (
        [sys.executable, "-m", "venv", place],
        [place / "bin" / "python", "-m", "pip", "install", "--quiet", *PINNED[name]],
    ):
        try:
            result = subprocess.run([str(part) for part in command], capture_output=True, timeout=900)
        except (OSError, subprocess.TimeoutExpired) as error:
            raise NotMeasured(f"{name} could not be installed here: {error}") from error
        if result.returncode:
            raise NotMeasured(f"{name} could not be installed here: {last_words(result.stderr)}")
    packages = next(place.glob("lib/python*/site-packages"))
    (packages / BORROWED).write_text(sysconfig.get_paths()["purelib"] + "\n", encoding="utf-8")
    (place / ".ready").touch()
