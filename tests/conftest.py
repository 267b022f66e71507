"""Shared by all tests: one sandbox per worker, the two courses, and ways to grade code."""

import os
from pathlib import Path

import pytest

from course.catalog import load_catalog
from course.sandbox.host import Cell, Program, Sandbox

os.environ["COURSE_COLD"] = "1"  # no warm parent stays behind a test run; tests of the resident ask for it

ROOT = Path(__file__).resolve().parent.parent
TOY = Path(__file__).resolve().parent / "toy_course"


@pytest.fixture(scope="session")
def sandbox():
    """A started sandbox with every layer."""
    with Sandbox() as sandbox:
        yield sandbox


@pytest.fixture(scope="session")
def catalog():
    """The project's own course."""
    return load_catalog(ROOT)


@pytest.fixture(scope="session")
def toy():
    """The one unit of the toy course."""
    return load_catalog(TOY).units[0]


@pytest.fixture(scope="session")
def grader(sandbox):
    """A grader over the session's sandbox."""
    from course.grading import Grader

    return Grader(sandbox)


@pytest.fixture
def guest(sandbox):
    """A guest factory: `guest(code)` loads code and returns the guest."""
    started = []

    def start(code, limits=None, layers=None, **loading):
        chosen = sandbox if layers is None else Sandbox(layers)
        made = chosen.guest(limits)
        started.append((made, chosen))
        made.load(Program("answer.py", code, (Cell("", 1, code),)), **loading)
        return made

    yield start
    for made, chosen in started:
        made.close()
        if chosen is not sandbox:
            chosen.close()


@pytest.fixture
def grade(grader, toy):
    """Grades code of the toy unit: the reference, with the given cells after it."""
    from course.source import parse_submission

    def run(*cells, base=None, unit=toy, **options):
        text = toy.solution.read_text() if base is None else base
        code = "\n\n# %%\n".join((text, *cells))
        options.setdefault("seed", 7)
        return grader.grade(unit, parse_submission("01_greet.py", code.encode()), **options)

    return run
