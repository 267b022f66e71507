"""The student's own line in the dump of a guest's fault handler, printed when a deadline passes.

    Stack (most recent call first):
      File "/tmp/course-guest-1-x/y/01_greet.py", line 12 in greet
      File "/usr/lib/python3.11/site-packages/course/sandbox/guest.py", line 277 in run

The text comes from the guest, so it is data: of it, only a line number of the student's own
file is taken, and the rest of the sentence is the host's.
"""

from __future__ import annotations

import re

from course.sandbox.answers import Program
from course.sandbox.output import Output

FRAME = re.compile(r'^  File "([^"\n]{1,600})", line (\d{1,7}) in ', re.MULTILINE)
DUMP = re.compile(r"^Stack \(most recent call first\):\n", re.MULTILINE)


def last_line(output: Output, program: Program) -> str:
    """` (at FILE, line N)` with the code of that line; empty while the dump has not come.

    The dump is taken out of the printed text.
    """
    text = bytes(output.tail if output.tail else output.head).decode("utf-8", "backslashreplace")
    dumps = list(DUMP.finditer(text))
    if not dumps or "\n" not in text[dumps[-1].end() :]:
        return ""
    output.cut(len(text[dumps[-1].start() :].encode()))
    for frame in FRAME.finditer(text, dumps[-1].end()):
        place = _place(frame[1].rpartition("/")[2], int(frame[2]), program)
        if place:
            return place
    return " "


def _place(name: str, line: int, program: Program) -> str:
    """The place in the student's words, if the file is one of the program's."""
    for cell in program.cells:
        if name != (f"{program.name} {cell.label}" if cell.label else program.name):
            continue
        lines = (cell.source if cell.label else program.text).split("\n")
        if 0 < line <= len(lines):
            shown = f"{program.name}, {cell.label}" if cell.label else program.name
            return f" (at {shown}, line {line})\n  {lines[line - 1].strip()[:200]}"
    return ""
