"""A soak: many submissions of the toy course, a tenth of them poisoned, in one grader.

    python benchmarks/soak.py [SUBMISSIONS] [--seed N]

Asserts that every honest submission gets the marks that it gets alone, that the grader's and the
warm parent's memory stay flat, and that no process, folder, descriptor or mount is left at the
end. Prints one line of figures. Poisons are drawn from tests/attacks/cases.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import sys
import time
from pathlib import Path

from course.catalog import load_catalog
from course.grading import Grader
from course.sandbox.host import Sandbox
from course.sandbox.watch import descendants, resident_mib
from course.source import parse_submission

TESTS = Path(__file__).resolve().parent.parent / "tests"
HONEST = {
    "right": "",
    "adds two": "def double(x):\n    return x + 2\n",
    "raises": "def greet(name):\n    return name.nope\n",
    "shared count": "class Counter:\n    count = 0\n\n    def tick(self):\n        Counter.count += 1\n        return Counter.count\n",
    "not parsed": "def double(x:\n    return x\n",
    "nothing": "double = greet = Counter = None\n",
}
PRELUDE = "def escaped(what):\n    raise SystemError(what)\n"
CALL = "\n_solved = double\n\n\ndef double(x):\n    attack()\n    return _solved(x)\n"


def poisons() -> list[str]:
    """The code of the attacks that need no place to reach and do not wait for a limit."""
    found = []
    for path in sorted((TESTS / "attacks" / "cases").glob("*.py")):
        text = path.read_text(encoding="utf-8")
        waits = re.search(r"^# (slow: yes|seconds:|status: timeout)", text, re.MULTILINE)
        if "where: call" in text and not waits and not re.search(r"@[A-Z]+@", text):
            found.append(f"{PRELUDE}\n\n# %%\n{text}{CALL}")
    return found


def marks(grader: Grader, unit: object, code: str) -> list[str]:
    text = unit.solution.read_text() + "\n\n# %%\n" + code
    report = grader.grade(unit, parse_submission("01_greet.py", text.encode()), seed=1)
    return [f"{check.id} {check.status.value} {check.earned}" for check in report.checks]


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("submissions", type=int, nargs="?", default=2000)
    arguments.add_argument("--seed", type=int, default=0)
    options = arguments.parse_args()
    draw = random.Random(options.seed)
    unit = load_catalog(TESTS / "toy_course").units[0]
    bad = poisons()
    alone = {}
    for name, code in HONEST.items():
        with Sandbox() as fresh:
            alone[name] = marks(Grader(fresh), unit, code)
    mounts, began = Path("/proc/self/mounts").read_text(), time.monotonic()
    with Sandbox() as sandbox:
        grader = Grader(sandbox)
        marks(grader, unit, "")
        warm = sandbox._process.pid
        first = memory = None
        wrong = []
        for number in range(options.submissions):
            if draw.random() < 0.1:
                marks(grader, unit, draw.choice(bad))
            else:
                name = draw.choice(sorted(HONEST))
                if marks(grader, unit, HONEST[name]) != alone[name]:
                    wrong.append((number, name))
            if number == min(50, options.submissions // 4):
                first = (resident_mib(os.getpid()), resident_mib(warm), len(os.listdir("/proc/self/fd")))
        memory = (resident_mib(os.getpid()), resident_mib(warm), len(os.listdir("/proc/self/fd")))
        deadline = time.monotonic() + 20
        while time.monotonic() < deadline and (
            len(descendants({warm})) > 2 or os.listdir(sandbox._mountpoint)
        ):
            time.sleep(0.05)
        left = len(descendants({warm})) - 2, os.listdir(sandbox._mountpoint)
    seconds = time.monotonic() - began
    print(
        f"{options.submissions} submissions in {seconds:.0f} s; grader {first[0]:.0f} -> {memory[0]:.0f} MiB, "
        f"warm parent {first[1]:.0f} -> {memory[1]:.0f} MiB, descriptors {first[2]} -> {memory[2]}; "
        f"{len(wrong)} with other marks than alone; left over: {left}"
    )
    flat = memory[0] < first[0] * 1.1 + 20 and memory[1] < first[1] * 1.1 + 20 and memory[2] <= first[2]
    clean = left == (0, []) and mounts == Path("/proc/self/mounts").read_text()
    return 0 if flat and clean and not wrong else 1


if __name__ == "__main__":
    sys.exit(main())
