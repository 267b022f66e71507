"""The same plain assertions for every peer, one file per unit, and the shapes in which each peer wants them.

An assertion is a function that takes the submission and raises. A file is its imports and such
functions, nothing else, so that pieces of its text can go into notebook cells and test files.
"""

from __future__ import annotations

import ast
import importlib.util
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).resolve().parent
NAMESPACE = "from types import SimpleNamespace\n"


@dataclass(frozen=True)
class Assertions:
    """One unit's assertions: the imports, and the text of each function by its name."""

    path: Path
    header: str
    functions: dict[str, str]


def read_assertions(unit_name: str) -> Assertions:
    """The assertions of a unit, as text."""
    path = FOLDER / f"{unit_name}.py"
    text = path.read_text(encoding="utf-8")
    header, functions = [], {}
    for node in ast.parse(text).body:
        source = ast.get_source_segment(text, node) or ""
        if isinstance(node, ast.FunctionDef):
            functions[node.name] = source
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            header.append(source)
    return Assertions(path, "\n".join(header) + "\n", functions)


def loaded(unit_name: str) -> dict[str, Callable[[Any], None]]:
    """The assertions of a unit, to be called in this process."""
    path = FOLDER / f"{unit_name}.py"
    spec = importlib.util.spec_from_file_location(f"assertions_{unit_name}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return {name: value for name, value in vars(module).items() if name.startswith("test_")}


def notebook_cell(assertions: Assertions, name: str) -> str:
    """One assertion as the source of an autograder test cell."""
    call = f"{name}(SimpleNamespace(**globals()))"
    return f"{NAMESPACE}{assertions.header}\n\n{assertions.functions[name]}\n\n\n{call}"


def otter_test(assertions: Assertions, name: str) -> str:
    """One assertion as a test file of Otter-Grader's exception-based format."""
    return (
        f"{NAMESPACE}from otter.test_files import test_case\n{assertions.header}\n"
        f"OK_FORMAT = False\nname = {name!r}\npoints = 1\n\n\n{assertions.functions[name]}\n\n\n"
        f"@test_case(points=1)\ndef case(env):\n    {name}(SimpleNamespace(**env))\n"
    )


def check50_checks(assertions: Assertions, file: str) -> str:
    """All assertions as the checks of one check50 problem."""
    parts = [
        f"import check50\nimport check50.py\n{assertions.header}\n\n"
        f'def verdict(assertion):\n    module = check50.py.import_("{file}")\n    try:\n        assertion(module)\n'
        "    except Exception as error:\n        raise check50.Failure(repr(error))\n",
        f'@check50.check()\ndef exists():\n    """{file} exists"""\n    check50.exists("{file}")\n',
    ]
    for name, source in assertions.functions.items():
        what = name.removeprefix("test_")
        parts.append(source + "\n")
        parts.append(f'@check50.check(exists)\ndef {what}():\n    """{what}"""\n    verdict({name})\n')
    return "\n\n".join(parts)


PYTEST_CONFTEST = '''
import importlib.util
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def module():
    """The submission beside this file."""
    spec = importlib.util.spec_from_file_location("submission", Path(__file__).with_name("submission.py"))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
'''
