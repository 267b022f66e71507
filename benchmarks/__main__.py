"""`make bench`: our speed, memory and growth beside what one would use instead, in one interleaved run.

The results go to stdout and, with machine and versions, to benchmarks/RESULTS.md, after each part.
"""

from __future__ import annotations

import argparse
import dataclasses
import os
import shlex
import signal
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.machine import ROOT, commit, facts
from benchmarks.parts import PARTS
from benchmarks.setting import FULL, QUICK, Setting
from benchmarks.table import Section
from benchmarks.timing import say

INTRODUCTION = """Written by `make bench`. Every number was measured in the run that is named here; compare ratios, since they
are of one run on one machine. A dash is something that is not measured or does not apply."""


def main() -> None:
    """Runs the parts and writes the results."""
    options = arguments()
    signal.signal(
        signal.SIGTERM, lambda *_: sys.exit(143)
    )  # so that what runs and what was made goes with us
    sizes = QUICK if options.quick else FULL
    if options.runs:
        sizes = dataclasses.replace(sizes, rounds=options.runs)
    load, measured = os.getloadavg()[0], commit()
    sections: list[Section] = []
    with tempfile.TemporaryDirectory(prefix="bench-", ignore_cleanup_errors=True) as folder:
        setting = Setting(Path(folder), sizes)
        for part in options.part:
            began = time.monotonic()
            say(f"part {part}")
            sections.append(PARTS[part](setting))
            say(f"part {part} took {time.monotonic() - began:.0f} s")
            head = facts(command(), measured, setting.peers.versions(), (load, os.getloadavg()[0]))
            text = results(head, sections)
            options.output.write_text(text, encoding="utf-8")
    print(text)


def arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--part", type=parts, default=list(PARTS), help="some of a,b,c,d,e,f,g; default: all")
    parser.add_argument("--quick", action="store_true", help="few runs and small classes")
    parser.add_argument("--runs", type=int, help="rounds of part a; c and d take half of them, b a third")
    parser.add_argument("--output", type=Path, default=ROOT / "benchmarks" / "RESULTS.md")
    return parser.parse_args()


def parts(text: str) -> list[str]:
    """The letters of `--part`."""
    found = [letter.strip() for letter in text.split(",")]
    if unknown := set(found) - set(PARTS):
        raise argparse.ArgumentTypeError(f"no such part: {', '.join(sorted(unknown))}")
    return found


def command() -> str:
    """How this run was started, without its output's place."""
    words = [word for word in sys.argv[1:] if not word.startswith("/")]
    return shlex.join(["python", "-m", "benchmarks", *(w for w in words if w != "--output")])


def results(head: list[str], sections: list[Section]) -> str:
    """The whole of RESULTS.md."""
    parts_text = "\n".join(section.markdown() for section in sections)
    return f"# Results\n\n{INTRODUCTION}\n\n" + "\n".join(head) + f"\n\n{parts_text}"


if __name__ == "__main__":
    main()
