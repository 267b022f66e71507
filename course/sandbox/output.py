"""Printed text of a guest: kept with a cap, shown so that it can do nothing to a terminal."""

from __future__ import annotations

import os
import sys
import sysconfig
from pathlib import Path

HEAD_BYTES = TAIL_BYTES = 8 * 1024
BIDI = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"


class Output:
    """Printed text: the first and the last few kilobytes, and how much there was."""

    def __init__(self) -> None:
        self.head = bytearray()
        self.tail = bytearray()
        self.total = 0

    def feed(self, data: bytes) -> None:
        """Takes a chunk; memory stays bounded."""
        self.total += len(data)
        room = HEAD_BYTES - len(self.head)
        self.head += data[:room]
        self.tail += data[room:] if room > 0 else data
        del self.tail[:-TAIL_BYTES]

    def cut(self, size: int) -> None:
        """Forgets the last bytes, as far as they are in one piece."""
        part = self.tail if self.tail else self.head
        del part[max(len(part) - size, 0) :]
        self.total -= size

    def take(self) -> str:
        """The text so far, control characters shown as \\xNN, and a fresh start."""
        if not self.total:
            return ""
        skipped = self.total - len(self.head) - len(self.tail)
        text = bytes(self.head).decode("utf-8", "backslashreplace")
        if skipped:
            text += f"\n[... {skipped:,} bytes left out ...]\n"
        text += bytes(self.tail).decode("utf-8", "backslashreplace")
        self.__init__()  # type: ignore[misc]
        return printable(without_paths(text))


COURSE = str(Path(__file__).parents[2])  # an import that fails names the file it looked into
LIBRARIES = sorted(
    {f"{path}{os.sep}" for path in (*sysconfig.get_paths().values(), sys.prefix, sys.base_prefix, COURSE)},
    key=len,
    reverse=True,
)


def without_paths(text: str) -> str:
    """Text without the folders of this machine's Python: torch's warnings begin with them."""
    for folder in LIBRARIES:
        text = text.replace(folder, "")
    return text


def printable(text: str) -> str:
    """Text that can do nothing to a terminal: control characters become \\xNN."""
    return "".join(
        c if c in "\n\t" or (c.isprintable() and c not in BIDI)
        else f"\\x{ord(c):02x}" if ord(c) < 256 else f"\\u{ord(c):04x}"
        for c in text
    )  # fmt: skip
