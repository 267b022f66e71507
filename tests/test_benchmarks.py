"""benchmarks/: the assertions tell right from wrong in every shape, and the tables hold what was measured."""

import ast
import ctypes
import json
import subprocess
import sys
import types

import pytest

from benchmarks.asserts import check50_checks, loaded, notebook_cell, otter_test, read_assertions
from benchmarks.parts.scaling import steps
from benchmarks.processes import memory_of, tree_cpu
from benchmarks.setting import UNITS
from benchmarks.submissions import make_class, plain_notebook, script
from benchmarks.table import number, ratio, reason_row, table
from benchmarks.timing import NotMeasured, Times, ended, interleaved, timed


def passed(unit, submission):
    """How many assertions a submission passes."""
    module = types.ModuleType("submission")
    exec(script(unit, submission), module.__dict__)
    count = 0
    for assertion in loaded(unit.name).values():
        try:
            assertion(module)
        except Exception:
            continue
        count += 1
    return count


@pytest.mark.parametrize("name", UNITS)
def test_a_class_is_half_right_and_its_submissions_differ(catalog, name):
    unit = catalog.unit(name)
    made = make_class(unit, 8)
    assert len({script(unit, one) for one in made}) == 8
    assert sum(one.mistakes == 0 for one in made) == 4
    most = len(loaded(name))
    assert all((passed(unit, one) == most) == (one.mistakes == 0) for one in made)


@pytest.mark.parametrize("name", UNITS)
def test_every_peer_is_given_the_same_assertions(catalog, name):
    assertions = read_assertions(name)
    assert list(assertions.functions) == list(loaded(name))
    for function in assertions.functions:
        for text in (notebook_cell(assertions, function), otter_test(assertions, function)):
            ast.parse(text)
            assert f"def {function}(module):" in text
    checks = ast.parse(check50_checks(assertions, "submission.py"))
    assert len([n for n in checks.body if getattr(n, "decorator_list", [])]) == len(assertions.functions) + 1


def test_a_plain_notebook_has_nothing_of_ours(catalog):
    unit = catalog.unit(UNITS[0])
    text = plain_notebook(unit, make_class(unit, 1)[0].code, read_assertions(unit.name))
    assert "import course" not in text
    graded = [c for c in json.loads(text)["cells"] if c["metadata"].get("nbgrader", {}).get("grade")]
    assert len(graded) == len(loaded(unit.name))


def test_a_row_that_fails_says_why_and_is_not_run_again(tmp_path):
    runs = []

    def fails():
        runs.append(1)
        return timed(["sh", "-c", "echo no luck; exit 7"], tmp_path)

    series = interleaved({"bad": fails, "good": lambda: Times(2.0, 1.0)}, rounds=3)
    assert "no luck" in series["bad"].reason
    assert len(runs) == 1
    assert (series["good"].wall, series["good"].cpu, len(series["good"].runs)) == (2.0, 1.0, 3)
    with pytest.raises(NotMeasured, match="could not be started"):
        timed(["no-such-command"], tmp_path)


def test_a_measured_command_leaves_this_process_as_it_was():
    """Who adopts orphans has to wait for them: a warm parent that is killed later would leave helpers that cannot end."""
    ended(subprocess.Popen([sys.executable, "-c", ""], start_new_session=True))
    adopts = ctypes.c_int(-1)
    assert ctypes.CDLL(None).prctl(37, ctypes.byref(adopts), 0, 0, 0) == 0  # PR_GET_CHILD_SUBREAPER
    assert adopts.value == 0


def test_numbers_and_tables():
    assert [number(x) for x in (1234.5, 12.345, 0.04567, 0, None)] == ["1234", "12.3", "0.0457", "0", "—"]
    assert (ratio(1.0, 4.0), ratio(None, 4.0), ratio(1.0, None)) == ("0.250", "—", "—")
    assert table(("a", "b"), [reason_row("x", "it is not here", 2)]).splitlines()[-1] == (
        "| x (not measured: it is not here) | — |"
    )
    assert [steps(n) for n in (1, 2, 6, 8)] == [[1], [1, 2], [1, 2, 4, 6], [1, 2, 4, 8]]


def test_a_tree_is_measured_from_proc():
    import os

    assert tree_cpu(os.getpid()) > 0
    memory = memory_of(os.getpid())
    assert 0 < memory.unique <= memory.resident
