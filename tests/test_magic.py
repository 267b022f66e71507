"""`%check` and the grade cells: in a real IPython, in a real kernel, and the choice of code."""

import json
import os
import subprocess
import sys

import pytest

from course.catalog import load_catalog
from course.errors import UsageError
from course.magic import Executed, chosen, gather, notebook_file, saved_cells
from course.notebooks import student_notebook
from course.plan import read_plan
from tests.conftest import ROOT, TOY

pytestmark = pytest.mark.xdist_group("magic")


def runs(*sources, ids=None):
    """Cells as a kernel ran them, numbered from 1."""
    ids = ids or [None] * len(sources)
    return [Executed(n, id, text) for n, (text, id) in enumerate(zip(sources, ids, strict=True), start=1)]


# --- which code


def test_of_each_cell_the_latest_version_counts_at_its_first_place():
    executed = runs("a = 1", "b = 1", "a = 2", ids=["A", "B", "A"])
    assert gather(executed, []) == ["a = 2", "b = 1"]


def test_the_order_is_the_saved_notebooks_and_not_that_of_running():
    saved = [("top", "# text"), ("A", "a = 1"), ("B", "b = 1")]
    assert gather(runs("b = 1", "a = 1", ids=["B", "A"]), saved) == ["", "a = 1", "b = 1"]


def test_cells_have_the_numbers_that_they_have_in_the_notebook():
    saved = [("t", "text"), ("A", "a = 1"), ("t2", "text"), ("t3", "more"), ("B", "b = 1")]
    assert [n for n, text in enumerate(gather(runs("a = 1", "b = 1"), saved), 1) if text] == [2, 5]


def test_an_unsaved_cell_stands_behind_the_one_that_was_run_before_it():
    saved = [("A", "a = 1"), ("B", "b = 1")]
    executed = runs("a = 1", "new = 1", "b = 1", ids=["A", "N", "B"])
    assert gather(executed, saved) == ["a = 1", "new = 1", "b = 1"]


def test_a_cell_that_was_edited_and_not_saved_keeps_its_place():
    saved = [("A", "def f(): pass"), ("B", "b = 1")]
    assert gather(runs("b = 1", "def f(): return 1", ids=["B", "A"]), saved) == ["def f(): return 1", "b = 1"]


def test_earlier_versions_go_also_where_the_editor_sends_no_ids():
    executed = runs("def f(: broken", "def f():\n    return 1", "x = 1", "def f():\n    return 2")
    assert gather(executed, []) == ["x = 1", "def f():\n    return 2"]


def test_a_cell_with_something_else_in_it_is_no_earlier_version():
    executed = runs("def f(): pass\ndef g(): pass", "def f(): return 1")
    assert len(gather(executed, [])) == 2


def test_ids_that_came_later_name_the_runs_before_them():
    executed = runs("def f(): pass", "def f(): pass", "def f(): return 1", ids=[None, "A", "A"])
    assert gather(executed, []) == ["def f(): return 1"]


# --- which task


def test_a_task_is_found_by_name_in_any_unit_first_in_the_notebooks_own(tmp_path):
    catalog = load_catalog(ROOT)
    unit = catalog.units[0]
    task = unit.tasks[0]
    assert chosen(catalog, task, None) == (unit, task)
    assert chosen(catalog, f"{unit.short_name}.{task}", None) == (unit, task)
    assert chosen(catalog, "", tmp_path / f"{unit.name}.ipynb") == (unit, None)
    assert chosen(catalog, unit.short_name, None) == (unit, None)


@pytest.mark.parametrize("word", ["", "doubel"])
def test_an_unknown_task_is_one_sentence_with_a_suggestion(word):
    with pytest.raises(UsageError, match=r"%check double|did you mean 'double'"):
        chosen(load_catalog(TOY), word, None)


class Named:
    """A shell whose editor says which file it shows."""

    def __init__(self, name):
        self.user_ns = {"__vsc_ipynb_file__": name} if name else {}


def test_the_notebook_is_the_one_that_the_editor_names(tmp_path, monkeypatch):
    monkeypatch.setenv("JPY_SESSION_NAME", str(tmp_path / "01_greet-jvsc-1a2b-3c.ipynb"))
    assert notebook_file(Named(None)) == tmp_path / "01_greet.ipynb"
    assert notebook_file(Named(str(tmp_path / "other.ipynb"))) == tmp_path / "other.ipynb"
    monkeypatch.setenv("JPY_SESSION_NAME", "a-uuid")
    assert notebook_file(Named(7)) is None


@pytest.mark.parametrize(
    "text", ["", "[]", "{", '{"cells": 3}', '{"cells": [1]}', '{"cells": [{"source": [7]}]}']
)
def test_a_notebook_that_cannot_be_read_gives_no_order_and_no_error(tmp_path, text):
    path = tmp_path / "a.ipynb"
    path.write_text(text)
    assert [text for _, text in saved_cells(path) if text] == []
    assert saved_cells(tmp_path / "missing.ipynb") == []


# --- in a shell and in a kernel


@pytest.fixture(scope="module")
def warm(tmp_path_factory):
    """The toy course, and a warm parent of this module's own, ended at the end."""
    folder = tmp_path_factory.mktemp("run")
    folder.chmod(0o700)
    changes = {"XDG_RUNTIME_DIR": str(folder), "COURSE_ROOT": str(TOY), "PYTHONPATH": str(ROOT),
               "IPYTHONDIR": str(tmp_path_factory.mktemp("ipython"))}  # fmt: skip
    old = {name: os.environ.get(name) for name in (*changes, "COURSE_COLD", "JPY_SESSION_NAME")}
    os.environ.update(changes)
    os.environ.pop("COURSE_COLD", None)
    os.environ.pop("JPY_SESSION_NAME", None)
    yield
    for path in folder.rglob("*.sock"):
        path.unlink()
    for name, value in old.items():
        os.environ.pop(name, None)
        if value is not None:
            os.environ[name] = value


SCRIPT = """
import json, sys
from IPython.core.interactiveshell import InteractiveShell
from IPython.utils.capture import capture_output
shell = InteractiveShell.instance()
for cell_id, source in json.load(sys.stdin):
    with capture_output() as caught:
        result = shell.run_cell(source, store_history=True, cell_id=cell_id)
    data = [out.data for out in caught.outputs]
    print(json.dumps({"data": data, "out": caught.stdout + caught.stderr, "error": type(result.error_in_exec).__name__,
                      "heavy": [m for m in ("torch", "pytest", "nbgrader") if m in sys.modules]}), file=sys.__stdout__)
"""


def in_ipython(*cells):
    """Runs cells (id, source) in an IPython of their own; what each displayed and raised."""
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT], input=json.dumps(cells), capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines() if line.startswith('{"data"')]


GREET = "def greet(name):\n    return f'Hello, {name}!'"
WRONG = "def greet(name):\n    return '<b>' + name"


@pytest.fixture(scope="module")
def shell_session(warm):
    """One session: extension, a wrong answer, its checks, the right one, its checks, odd requests."""
    return in_ipython(
        ("a", "%load_ext course"),
        ("b", WRONG),
        ("c", "%check greet"),
        ("d", "import course.magic\n\ncourse.magic.check('greet.greet')"),
        ("b", GREET),
        ("c", "%check greet.greet"),
        ("d", "import course.magic\n\ncourse.magic.check('greet.greet')"),
        ("e", "%check nothing_like_it"),
        ("f", "%check double"),
    )


def test_check_shows_html_and_the_same_as_text(shell_session):
    (shown,) = shell_session[2]["data"]
    for form in (shown["text/html"], shown["text/plain"]):
        assert "greet.greet: 0 of" in form
        assert "failed" in form
    assert shown["text/html"].startswith('<div class="course-checks"')
    assert "&lt;b&gt;" in shown["text/html"]
    assert "<b>" not in shown["text/html"]


def test_a_grade_cell_raises_one_line_until_its_checks_pass(shell_session):
    assert shell_session[3]["error"] == "ChecksNotPassed"
    assert "Traceback" not in shell_session[3]["out"]
    assert "greet.greet: 0 of" in shell_session[3]["out"]
    assert shell_session[6]["error"] == "NoneType"
    assert "passed" in shell_session[6]["data"][0]["text/html"]


def test_the_latest_version_of_a_cell_is_checked(shell_session):
    (shown,) = shell_session[5]["data"]
    assert "failed" not in shown["text/plain"]
    assert "hidden check" in shown["text/plain"]


def test_a_wrong_word_is_a_sentence_and_no_traceback(shell_session):
    assert shell_session[7]["error"] == "NoneType"
    assert "there is no task 'nothing_like_it'" in shell_session[7]["data"][0]["text/plain"]


def test_a_task_that_was_not_run_is_said_to_be_missing(shell_session):
    assert "not attempted" in shell_session[8]["data"][0]["text/plain"]


def test_nothing_heavy_is_loaded_into_the_students_kernel(shell_session):
    assert shell_session[-1]["heavy"] == []


def test_in_a_kernel_run_all_shows_every_tasks_checks(warm, tmp_path):
    import nbformat
    from nbclient import NotebookClient

    unit = load_catalog(TOY).units[0]
    notebook = student_notebook(unit, read_plan(unit))
    for cell in notebook["cells"]:
        if cell["metadata"].get("task") == "greet":
            cell["source"] = GREET
    node = nbformat.from_dict(notebook)
    NotebookClient(
        node, timeout=120, kernel_name="python3", resources={"metadata": {"path": str(tmp_path)}}
    ).execute()
    shown = {}
    for cell in node.cells:
        id = cell.metadata.get("nbgrader", {}).get("grade_id", "")
        if id.startswith("grade_"):
            shown[id] = [output.output_type for output in cell.outputs]
    assert shown == {
        "grade_double": ["display_data", "error"],
        "grade_greet": ["display_data"],
        "grade_Counter": ["display_data", "error"],
    }


def test_outside_of_a_notebook_a_grade_cell_names_the_command(tmp_path):
    done = subprocess.run(
        [sys.executable, "-c", "import course.magic; course.magic.check('tensors.split_heads')"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert "course check tensors.split_heads" in done.stdout
