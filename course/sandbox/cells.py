"""A submission's cells, run one by one in the guest, and what they raise as data.

Like a notebook: a cell that raises, or does not even parse, does not stop the next.
"""

from __future__ import annotations
import __future__

import io
import itertools
import linecache
import re
import sys
import traceback
import types
from pathlib import Path
from typing import Any

MODULE_NAME = "submission"
MAX_MESSAGE = 600
DEFINITION = re.compile(r"^\s*(?:async\s+)?(?:def|class)\s+(\w+)", re.MULTILINE)
BINDING = re.compile(r"^(?:import|from\s+[\w.]+\s+import)\s+(.+)|^(\w+)\s*(?::[^=\n]+)?=(?!=)", re.MULTILINE)
FUTURE = sum({getattr(__future__, name).compiler_flag for name in __future__.all_feature_names})
CONTINUES = re.compile(r"^(?:[)\]}]|else\b|elif\b|except\b|finally\b|#)")


class Missing(Exception):
    """The submission does not define a name that a check asks for."""


class Submission:
    """What a probe of the grader's sees of the student's code: its names, as attributes."""

    def __init__(self, module: types.ModuleType) -> None:
        self.__dict__["_module"] = module

    def __getattr__(self, name: str) -> Any:
        try:
            return self._module.__dict__[name]
        except KeyError:
            raise Missing(name) from None


class Cells:
    """Runs the cells of a submission in one module, each on its own."""

    def __init__(self, name: str, scratch: Path) -> None:
        self.name = name
        self.folder = scratch
        self.flags = 0  # of the future statements so far: they hold for later cells, too
        self.files: dict[str, str] = {}  # compiled file name -> what the student calls it
        self.module = types.ModuleType(MODULE_NAME)
        self.module.__file__ = str(scratch / name)
        sys.modules[MODULE_NAME] = self.module

    def run(self, cell: dict[str, Any]) -> list[dict[str, Any]]:
        """Runs one cell and returns its errors (several, if broken pieces were set aside)."""
        label, start = cell["label"], cell["start"]
        path = f"{self.name} {label}" if label else self.name  # bare: warnings and tracebacks print it
        self.files[path] = f"{self.name}, {label}" if label else self.name
        source = cell["source"]
        if label:
            remember_lines(path, source)
        padded = "\n" * (start - 1) + source
        return self._run_source(source, padded, path, start)

    def _run_source(self, source: str, padded: str, path: str, start: int) -> list[dict[str, Any]]:
        try:
            code = compile(padded, path, "exec", flags=self.flags, dont_inherit=True)
        except (SyntaxError, ValueError, MemoryError, RecursionError) as error:
            pieces = split_pieces(source)
            if len(pieces) < 2:
                return [self._broken(error, source, path)]
            errors = []
            for first, piece in pieces:
                moved = "\n" * (start + first - 1) + piece
                errors += self._run_source(piece, moved, path, start + first)
            return errors
        self.flags |= code.co_flags & FUTURE
        try:
            exec(code, self.module.__dict__)  # the student's code, in the student's process
        except BaseException as error:
            return [self._broken(error, source, path)]
        return []

    def _broken(self, error: BaseException, source: str, path: str) -> dict[str, Any]:
        described = describe(error, self.files)
        if isinstance(error, SyntaxError) and error.filename == path:
            text = (error.text or "").strip()[:200]
            described.update(file=self.files[path], line=error.lineno, code=text, message=error.msg)
        if isinstance(error, (MemoryError, RecursionError)) and described["line"] is None:
            described["message"] = "the code is nested too deeply to be compiled"
        described["defines"] = defined_names(source)[:200]
        return described


def defined_names(source: str) -> list[str]:
    """The names that a cell's text defines, imports or assigns at its top level, by a look at its lines."""
    names = DEFINITION.findall(source)
    for imported, assigned in BINDING.findall(source):
        names += [part.split(" as ")[-1].split(".")[0].strip(" ()") for part in imported.split(",") if part]
        names += [assigned] if assigned else []
    return names


def remember_lines(path: str, text: str) -> None:
    """Lets tracebacks and inspect.getsource find the lines of code that is in no file."""
    linecache.cache[path] = (
        len(text),
        None,
        list(io.StringIO(text)),
        path,
    )  # str.splitlines cuts at form feeds


def split_pieces(source: str) -> list[tuple[int, str]]:
    """Top-level pieces of code that does not parse as a whole, with their first lines (from 0).

    One broken function must not take its neighbours along, in a script without cells either.
    """
    lines = list(io.StringIO(source))
    starts: list[int] = []
    decorated = False
    for number, line in enumerate(lines):
        if not line.strip() or line[0].isspace() or CONTINUES.match(line):
            continue
        if not decorated:
            starts.append(number)
        decorated = line.startswith("@")
    bounds = [*starts, len(lines)]
    return [(a, "".join(lines[a:b])) for a, b in itertools.pairwise(bounds)]


def describe(error: BaseException, files: dict[str, str]) -> dict[str, Any]:
    """An exception as data: type, message, and the innermost line of the student's own."""
    place = None
    innermost = None
    try:
        frames = traceback.extract_tb(error.__traceback__, limit=2000)
    except BaseException:
        frames = traceback.StackSummary()
    for frame in frames:
        innermost = frame.filename
        if frame.filename in files:
            place = frame
    try:
        message = str(error)
    except BaseException:
        message = ""
    function = ""
    if isinstance(error, Missing):
        kind = "missing"
    elif isinstance(error, NotImplementedError) and innermost in files:
        kind, function = "stub", innermost_function(error)
    else:
        kind = "raised"
    return {
        "kind": kind,
        "function": function,
        "type": name_of(type(error))[:100],
        "mro": [name_of(base)[:100] for base in type.__dict__["__mro__"].__get__(type(error))[:20]],
        "message": message.encode("utf-8", "backslashreplace").decode()[:MAX_MESSAGE],
        "file": files[place.filename] if place else None,
        "line": place.lineno if place else None,
        "code": (place.line or "")[:200] if place else None,
    }


def name_of(kind: type) -> str:
    """The name of a class, whatever its metaclass makes of the attribute."""
    return str(type.__dict__["__name__"].__get__(kind))


def innermost_function(error: BaseException) -> str:
    """The qualified name of the function that raised."""
    step = error.__traceback__
    while step is not None and step.tb_next is not None:
        step = step.tb_next
    return "" if step is None else step.tb_frame.f_code.co_qualname[:200]
