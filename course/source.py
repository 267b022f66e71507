"""A submission, `.py` or `.ipynb`, as runnable cells with a map back to the student's lines.

Nothing is executed or compiled here: bytes are decoded, cells are cut, and lines that are
notebook commands are blanked, so that line numbers stay true. Scripts use the percent format
(`# %%`); one without marks is a single cell. A notebook is JSON and is read as JSON.
"""

from __future__ import annotations

import codecs
import errno
import hashlib
import io
import json
import os
import re
import stat
import tokenize
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from course.errors import SubmissionError
from course.sandbox.answers import Cell, Program

MAX_BYTES = 200 * 2**20  # of a file; outputs of a notebook are most of it
MAX_SCRIPT = 8 * 2**20  # bytes of a script
MAX_SOURCE = 2 * 2**20  # characters of code
MAX_FRAME = 15 * 2**20  # characters of the code as it is sent to a guest: control characters take six
MAX_CELLS = 2000
MAX_PARTS = 5_000_000  # values in a notebook's JSON
# Encodings that Python takes and that take the square of the size to read, or hide what the code says.
ODD_ENCODINGS = ("punycode", "idna", "unicode_escape", "raw_unicode_escape")
CELL_MARK = re.compile(r"^# ?%%(?P<rest>.*)$")
CELL_COMMAND = re.compile(r"^\s*%%(?P<name>\w+)")
# Lines that ask for checks: those of a grade cell, and `%check` is a command anyway.
ASKS = re.compile(r"^(import course\.magic|course\.magic\.check\([^()\n]*\))[ \t]*;?[ \t]*$", re.MULTILINE)
RUN_ANYWAY = ("time", "timeit", "capture", "prun")  # cell commands whose body is Python
JSON_STRING = re.compile(rb'"[^"\\]*(?:\\.[^"\\]*)*"', re.DOTALL)
# What tells whether a line of Python goes on: comments and strings (as a whole), triple quotes, brackets.
TOKEN = re.compile(r"""#.*|"{3}|'{3}|"(?:[^"\\]|\\.)*+"?|'(?:[^'\\]|\\.)*+'?|[(\[{]+|[)\]}]+""")
CLOSING = {quote: re.compile(rf"(?:(?!{quote})[^\\]|\\.)*+{quote}") for quote in ('"""', "'''")}
BIDI = re.compile("[\u202a-\u202e\u2066-\u2069]")


@dataclass(frozen=True)
class Submission:
    """A submission as it was read: name, hash of the bytes, the program, remarks."""

    name: str
    sha256: str
    program: Program
    notes: tuple[str, ...] = ()


def read_bytes(path: Path) -> bytes:
    """The bytes of a regular file, at most MAX_BYTES; raises SubmissionError with one sentence.

    A FIFO, device, socket or folder is refused before anything waits on it, and so is a symbolic
    link: it may show somebody else's file. A file that grows meanwhile is read once more.
    """
    data, complete = _read_once(path)
    if not complete:
        data, complete = _read_once(path)
    if not complete:
        raise SubmissionError(f"{path}: is still being written; try again in a moment.")
    return data


def _read_once(path: Path) -> tuple[bytes, bool]:
    """The bytes, and whether they were all of the file when it had been read."""
    flags = os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC | os.O_NOFOLLOW
    try:
        descriptor = os.open(path, flags)
    except FileNotFoundError as error:
        raise SubmissionError(f"{path}: there is no such file.") from error
    except OSError as error:
        if error.errno == errno.ELOOP:
            raise SubmissionError(f"{path}: is a symbolic link; give the file itself.") from error
        raise SubmissionError(f"{path}: cannot be read: {error.strerror}.") from error
    try:
        facts = os.fstat(descriptor)
        if not stat.S_ISREG(facts.st_mode):
            raise SubmissionError(f"{path}: is not a regular file.")
        if facts.st_size > MAX_BYTES:
            size = facts.st_size / 2**20
            raise SubmissionError(f"{path}: is {size:,.0f} MiB; the limit is {MAX_BYTES // 2**20}.")
        with open(descriptor, "rb", closefd=False) as file:
            data = file.read(MAX_BYTES + 1)[:MAX_BYTES]
        return data, len(data) == os.fstat(descriptor).st_size
    finally:
        os.close(descriptor)


def read_submission(path: Path) -> Submission:
    """Reads a file; raises SubmissionError when it cannot be read as a script or notebook."""
    return parse_submission(path.name, read_bytes(path))


def parse_submission(name: str, data: bytes) -> Submission:
    """Cells of the bytes of a script or a notebook (by the ending of `name`)."""
    digest = hashlib.sha256(data).hexdigest()
    name = re.sub(r"[^\w.\- ]", "_", name)[-60:].lstrip(".") or "submission.py"  # 240 bytes at most
    if not data.strip():
        raise SubmissionError(f"{name}: the file is empty.")
    if name.lower().endswith(".ipynb"):
        program, notes = _notebook(name, data)
    else:
        program, notes = _script(name, data)
    _refuse_too_much(name, program)
    if BIDI.search(program.text):
        notes.append("The file holds invisible characters that change the direction of text.")
    return Submission(name, digest, program, tuple(notes))


def _refuse_too_much(name: str, program: Program) -> None:
    """Raises SubmissionError for code that no person wrote."""
    texts = [program.text, *(cell.source for cell in program.cells)]
    size = sum(map(len, texts))
    if sum(map(len, texts[1:])) > MAX_SOURCE or (
        size > MAX_FRAME // 12 and sum(len(json.dumps(text)) for text in texts) > MAX_FRAME
    ):
        raise SubmissionError(f"{name}: holds more than {MAX_SOURCE // 2**20} MiB of code.")
    if len(program.cells) > MAX_CELLS:
        raise SubmissionError(f"{name}: has more than {MAX_CELLS:,} cells.")


def decode(name: str, data: bytes) -> str:
    """The text of a Python file as Python would decode it, with the sentences Python lacks."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        raise SubmissionError(f"{name}: is UTF-16; save it as UTF-8.")
    if b"\0" in data:
        kind = (
            "UTF-16 or UTF-32; save it as UTF-8"
            if data.count(b"\0") * 5 > len(data)
            else "not text: it holds NUL bytes"
        )
        raise SubmissionError(f"{name}: is {kind}.")
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
    except SyntaxError as error:
        if "encoding problem" in str(error) or "unknown encoding" in str(error):
            raise SubmissionError(f"{name}: its encoding is unknown ({error}); save it as UTF-8.") from error
        encoding = "utf-8"  # bad bytes in the first lines: the decoding below names the line
    try:
        if codecs.lookup(encoding).name.replace("-", "_") in ODD_ENCODINGS:
            raise LookupError(encoding)
        text = data.decode(encoding)
    except LookupError as error:
        raise SubmissionError(f"{name}: its encoding is unknown ({encoding}); save it as UTF-8.") from error
    except UnicodeError as error:
        line = data[: getattr(error, "start", 0)].count(b"\n") + 1
        raise SubmissionError(f"{name}: line {line} is not UTF-8; save the file as UTF-8.") from error
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _script(name: str, data: bytes) -> tuple[Program, list[str]]:
    if len(data) > MAX_SCRIPT:
        raise SubmissionError(f"{name}: is a script of more than {MAX_SCRIPT // 2**20} MiB.")
    text = decode(name, data)
    lines = text.split("\n")
    starts = [0] + [i for i, line in enumerate(lines) if i and CELL_MARK.match(line)]
    cells, commands = [], 0
    for a, b in zip(starts, [*starts[1:], len(lines)], strict=True):
        mark = CELL_MARK.match(lines[a])
        if mark and (re.search(r"\[(markdown|md|raw)\]", mark["rest"]) or is_grade_mark(mark["rest"])):
            continue
        source, found = blank_commands("\n".join(lines[a:b]))
        commands += found
        if source.strip():
            cells.append(Cell("", a + 1, source + "\n"))
    return Program(name, text, tuple(cells)), _command_note(commands)


def _command_note(count: int) -> list[str]:
    return [f"{count} notebook command(s) (% or !) were not run."] if count else []


def blank_commands(source: str) -> tuple[str, int]:
    """Python code with notebook commands blanked, and how many there were.

    Lines that ask for checks are blanked too, and not counted.
    """
    source = ASKS.sub("", source)
    first = CELL_COMMAND.match(source.lstrip("\n"))
    if first and first["name"] not in RUN_ANYWAY:
        return "", 1
    lines, count, scan = source.split("\n"), 0, _Scan()
    for number, line in enumerate(lines):
        if scan.at_statement and _is_command(line):
            indent = line[: len(line) - len(line.lstrip())]
            lines[number] = f"{indent}pass" if indent else ""
            count += 1
        else:
            scan.feed(line)
    return "\n".join(lines), count


class _Scan:
    """Whether a line of Python begins a statement: a `%` or `!=` that carries one on is no command."""

    def __init__(self) -> None:
        self.at_statement = True
        self._quote = ""  # of the string with three quotes that is open
        self._depth = 0  # of brackets

    def feed(self, line: str) -> None:
        """Takes one line."""
        at, comment = 0, False
        while True:
            if self._quote:
                end = CLOSING[self._quote].match(line, at)
                if end is None:
                    break
                self._quote, at = "", end.end()
            token = TOKEN.search(line, at)
            if token is None:
                break
            at = token.end()
            if token[0] in CLOSING:
                self._quote = token[0]
            elif token[0][0] in "([{":
                self._depth += len(token[0])
            elif token[0][0] in ")]}":
                self._depth = max(self._depth - len(token[0]), 0)
            comment = token[0].startswith("#")
        self.at_statement = not self._quote and not self._depth and (comment or not line.endswith("\\"))


def _is_command(line: str) -> bool:
    text = line.strip()
    if not text or text.startswith("#"):
        return False
    if text[0] in "%!?" or text.startswith("get_ipython()"):
        return True
    return text.endswith("?") and re.fullmatch(r"[\w.]+\?{1,2}", text) is not None


def _notebook(name: str, data: bytes) -> tuple[Program, list[str]]:
    """The code cells of a notebook, in order, grade cells left out."""
    if not _is_modest(data):
        raise SubmissionError(f"{name}: holds millions of values; clear its outputs and save it again.")
    try:
        document = json.loads(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise SubmissionError(f"{name}: is not UTF-8; download it again as a notebook.") from error
    except (ValueError, RecursionError) as error:
        what = (
            "the file ends too early"
            if isinstance(error, ValueError) and "EOF" in str(error)
            else "its JSON is broken"
        )
        raise SubmissionError(f"{name}: is not a notebook: {what}.") from error
    raw_cells = document.get("cells") if isinstance(document, dict) else None
    if not isinstance(raw_cells, list):
        old = isinstance(document, dict) and "worksheets" in document
        what = "it has no cells" + (
            ", its format is too old; open it in Jupyter and save it again" if old else ""
        )
        raise SubmissionError(f"{name}: is not a notebook: {what}.")
    cells, texts, commands = [], [], 0
    for number, raw in enumerate(raw_cells, start=1):
        if not isinstance(raw, dict) or raw.get("cell_type") != "code" or is_grade_cell(raw):
            continue
        source, found = blank_commands(cell_text(raw))
        commands += found
        if source.strip():
            cells.append(Cell(f"cell {number}", 1, source + "\n"))
            texts.append(source)
    text = "\n\n".join(texts).encode("utf-8", "backslashreplace").decode()
    if "\0" in text:
        raise SubmissionError(f"{name}: a cell holds NUL bytes.")
    return Program(name, text, tuple(cells)), _command_note(commands)


def _is_modest(data: bytes) -> bool:
    """Whether JSON holds few enough values to be parsed: each takes tens of bytes, however short its text."""

    def parts(text: bytes) -> int:
        return text.count(b",") + text.count(b"[") + text.count(b"{")

    return parts(data) <= MAX_PARTS or parts(JSON_STRING.sub(b"", data)) <= MAX_PARTS


def cell_text(raw: dict[str, Any]) -> str:
    """The source of a notebook's cell, which may be a list of lines."""
    source = raw.get("source", "")
    if isinstance(source, list):
        source = "".join(line for line in source if isinstance(line, str))
    if not isinstance(source, str):
        return ""
    source = source.replace("\r\n", "\n").replace("\r", "\n")
    return source.encode("utf-8", "backslashreplace").decode()


def is_grade_cell(raw: dict[str, Any]) -> bool:
    """Whether nbgrader's metadata says that the cell is a test of the instructor's."""
    metadata = raw.get("metadata")
    mark = metadata.get("nbgrader") if isinstance(metadata, dict) else None
    return isinstance(mark, dict) and bool(mark.get("grade")) and not mark.get("solution")


def is_grade_mark(text: str) -> bool:
    """The same of a script's cell, by what stands behind its `# %%`."""
    return "nbgrader=" in text and '"grade": true' in text and '"solution": false' in text
