"""Notebooks from a unit's one source, and back: what they hold, what they never hold, what is kept."""

import copy
import json
import re
from functools import cache

import jupytext
import nbformat
import pytest
from jupytext.combine import combine_inputs_with_outputs

from course.catalog import load_catalog
from course.classroom.repair import repair
from course.classroom.scripts import script_cells
from course.notebooks import (
    grade_id,
    notebook_to_script,
    script_to_notebook,
    source_notebook,
    student_notebook,
    task_id,
    task_points,
    to_json,
)
from course.plan import read_plan
from course.source import parse_submission
from course.stubs import stub_text
from course.workspace import notebook_text, pristine
from tests.conftest import ROOT, TOY

UNITS = [*load_catalog(ROOT), *load_catalog(TOY)]
UNIT = pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
TOY_UNIT = UNITS[-1]
OURS = ("task", "nbgrader", "tags")


@cache
def built(unit, kind):
    return (source_notebook if kind == "source" else student_notebook)(unit, read_plan(unit))


def notebook_of(unit, kind="student"):
    return copy.deepcopy(built(unit, kind))


def marks(cell):
    return cell["metadata"].get("nbgrader", {})


def kept(notebook):
    """What a script keeps of a notebook: kind and text of each cell, and our metadata."""
    return [
        (c["cell_type"], c["source"], {k: v for k, v in c["metadata"].items() if k in OURS})
        for c in notebook["cells"]
    ]


def updated(notebook, text):
    """What `jupytext --to ipynb --update` makes of a notebook whose script was edited."""
    old = nbformat.from_dict(copy.deepcopy(notebook))
    source = jupytext.reads(text, fmt="py:percent")
    made = combine_inputs_with_outputs(source, old, fmt="py:percent")
    return {**json.loads(json.dumps(made)), "metadata": notebook["metadata"]}


def program(name, data):
    return [cell.source.strip() for cell in parse_submission(name, data.encode()).program.cells]


# --- what a notebook holds


@UNIT
@pytest.mark.parametrize("kind", ["source", "student"])
def test_each_task_has_one_locked_grade_cell_with_the_points_of_its_checks(unit, kind):
    plan, cells = read_plan(unit), built(unit, kind)["cells"]
    order = [marks(cell).get("grade_id") for cell in cells if marks(cell)]
    for task in unit.tasks:
        (cell,) = [cell for cell in cells if marks(cell).get("grade_id") == grade_id(task)]
        assert marks(cell)["locked"]
        assert marks(cell)["grade"]
        assert not marks(cell)["solution"]
        assert marks(cell)["points"] == sum(c.points for c in plan.checks if c.task == task and not c.cuda)
        assert f"course.magic.check('{unit.short_name}.{task}')" in cell["source"]
        assert order.index(task_id(task)) + 1 == order.index(grade_id(task))
    nbformat.validate(nbformat.from_dict(built(unit, kind)))


@UNIT
def test_each_question_has_one_manual_cell_with_its_points(unit):
    cells = built(unit, "student")["cells"]
    found = {marks(c)["grade_id"]: c for c in cells if marks(c).get("grade") and marks(c)["solution"]}
    assert list(found) == [f"q_{question.id}" for question in unit.questions]
    for question in unit.questions:
        cell = found[f"q_{question.id}"]
        assert cell["cell_type"] == "markdown"
        assert marks(cell)["points"] == question.points
        assert any(question.text in c["source"] for c in cells)


@UNIT
def test_run_all_goes_on_behind_a_grade_cell_that_does_not_pass(unit):
    for cell in built(unit, "student")["cells"]:
        if marks(cell).get("grade") and not marks(cell)["solution"]:
            assert cell["metadata"]["tags"] == ["raises-exception"]


@UNIT
def test_ids_are_unique_and_short(unit):
    ids = [cell["id"] for cell in built(unit, "student")["cells"]]
    assert len(set(ids)) == len(ids)
    assert all(re.fullmatch(r"[a-zA-Z0-9_-]{1,64}", id) for id in ids)


@UNIT
def test_without_the_hidden_checks_their_summary_gives_the_points(unit):
    whole, outline = read_plan(unit), read_plan(unit, outline=True)
    for task in unit.tasks:
        assert task_points(outline, task, gpu=True) == task_points(whole, task, gpu=True)


# --- what it never holds


def telling_lines(unit):
    """Lines of the hidden checks that stand nowhere in what students may read."""
    open_text = unit.visible_checks.read_text() + unit.solution.read_text()
    lines = {line.strip() for line in unit.hidden_checks.read_text().splitlines()}
    return [line for line in lines if len(line) > 20 and line not in open_text]


@UNIT
@pytest.mark.parametrize("kind", ["source", "student"])
def test_no_text_of_the_hidden_checks_is_in_a_notebook(unit, kind):
    text = "\n".join(cell["source"] for cell in built(unit, kind)["cells"]) + to_json(built(unit, kind))
    lesson = unit.solution.read_text()
    titles = [c.title for c in read_plan(unit).checks if not c.visible and c.title not in lesson]
    assert titles
    assert len(telling_lines(unit)) > 5
    assert [title for title in titles if title in text] == []
    assert [line for line in telling_lines(unit) if line in text] == []


@UNIT
def test_a_students_notebook_holds_no_solution(unit):
    text = to_json(built(unit, "student"))
    assert "BEGIN SOLUTION" not in text
    inside = re.findall(
        r"### BEGIN SOLUTION\n(.*?)### END SOLUTION", unit.solution.read_text(), flags=re.DOTALL
    )
    stub = stub_text(unit)
    lines = {line.strip() for block in inside for line in block.splitlines() if len(line.strip()) > 25}
    assert [line for line in lines if line not in stub and json.dumps(line)[1:-1] in text] == []


# --- script and notebook


@UNIT
@pytest.mark.parametrize("kind", ["source", "student"])
def test_a_notebook_comes_back_from_its_script(unit, kind):
    notebook = notebook_of(unit, kind)
    assert kept(script_to_notebook(notebook_to_script(notebook))) == kept(notebook)


@UNIT
def test_a_script_comes_back_from_its_notebook(unit):
    assert notebook_to_script(script_to_notebook(pristine(unit))).strip() == pristine(unit).strip()


@UNIT
def test_script_and_notebook_run_the_same_code_and_no_grade_cell(unit):
    notebook = notebook_of(unit, "source")
    script = notebook_to_script(notebook)
    code = program("answer.ipynb", to_json(notebook))
    mark = re.compile(r"\A# %%.*\n?")
    assert [mark.sub("", cell).strip() for cell in program("answer.py", script)] == code
    assert "course.magic" in script
    assert not any("course.magic" in cell for cell in code)


def jupyter_edited(notebook):
    """As JupyterLab saves it after some work: outputs, counts, an extra cell of each kind, others moved."""
    for number, cell in enumerate(notebook["cells"]):
        if cell["cell_type"] == "code":
            cell["execution_count"] = number
            cell["metadata"]["execution"] = {"iopub.status.busy": "2026-01-01T00:00:00.000Z"}
            cell["outputs"] = [{"output_type": "stream", "name": "stdout", "text": [f"out {number}\n"]}]
    extra = [
        {"cell_type": "code", "id": "extra-code", "metadata": {"collapsed": True}, "execution_count": 99,
         "outputs": [], "source": "%matplotlib inline\nscratch = 1\n\n\n"},
        {"cell_type": "markdown", "id": "extra-text", "metadata": {}, "source": 'my "notes" """\n# %% no cell'},
        {"cell_type": "raw", "id": "extra-raw", "metadata": {}, "source": "raw"},
        {"cell_type": "code", "id": "extra-empty", "metadata": {}, "execution_count": None, "outputs": [],
         "source": ""},
    ]  # fmt: skip
    notebook["cells"][3:3] = extra
    notebook["cells"].insert(5, notebook["cells"].pop(-1))
    notebook["metadata"]["widgets"] = {"state": {}}
    return notebook


def vs_code_edited(notebook):
    """As VS Code saves it: its own metadata, sources as lists, a cell without anything of ours."""
    for cell in notebook["cells"]:
        cell["metadata"]["vscode"] = {"languageId": "python"}
    notebook["cells"].append(
        {"cell_type": "code", "id": "W3sZmlsZQ", "metadata": {"vscode": {"languageId": "python"}},
         "execution_count": None, "outputs": [], "source": "!pip list\n?print\nmore = 2"}
    )  # fmt: skip
    notebook["metadata"]["vscode"] = {"interpreter": {"hash": "0"}}
    return notebook


EDITED = pytest.mark.parametrize("edit", [jupyter_edited, vs_code_edited])


@EDITED
@UNIT
def test_an_edited_notebook_comes_back_from_its_script(unit, edit):
    notebook = edit(notebook_of(unit))
    assert kept(script_to_notebook(notebook_to_script(notebook))) == kept(notebook)


@EDITED
@UNIT
def test_a_script_put_back_into_its_notebook_keeps_ids_outputs_and_the_editors_metadata(unit, edit):
    notebook = edit(notebook_of(unit))
    assert updated(notebook, notebook_to_script(notebook)) == notebook


def test_a_change_in_the_script_changes_that_cell_and_no_other():
    notebook = jupyter_edited(notebook_of(TOY_UNIT))
    script = notebook_to_script(notebook).replace('raise NotImplementedError("double")', "return 2 * x")
    after = updated(notebook, script)
    changed = [(a, b) for a, b in zip(notebook["cells"], after["cells"], strict=True) if a != b]
    assert [(a["id"], b["id"]) for a, b in changed] == [("double-task", "double-task")]
    assert "return 2 * x" in changed[0][1]["source"]


def test_a_line_that_looks_like_a_mark_splits_a_cell_and_loses_no_code():
    notebook = notebook_of(TOY_UNIT)
    notebook["cells"][1]["source"] = "first = 1\n# %% not meant as a cell\nsecond = 2"
    lines = "\n".join(program("answer.py", notebook_to_script(notebook))).splitlines()
    assert lines.index("first = 1") < lines.index("second = 2")


# --- the roads meet


def filled(unit):
    """The student's notebook with the reference in it."""
    notebook = notebook_of(unit)
    reference = {c["metadata"].get("task"): c["source"] for c in built(unit, "source")["cells"]}
    for cell in notebook["cells"]:
        if (task := cell["metadata"].get("task")) in unit.tasks:
            cell["source"] = reference[task]
    return notebook


def test_a_script_that_came_from_a_notebook_is_graded_like_the_notebook(grader):
    notebook = filled(TOY_UNIT)
    for cell in notebook["cells"]:  # one task wrong, one raises
        if cell["metadata"].get("task") == "greet":
            cell["source"] = "def greet(name):\n    return 'Hello'"
        elif cell["metadata"].get("task") == "Counter":
            cell["source"] = "class Counter:\n    pass"
    reports = [
        grader.grade(TOY_UNIT, parse_submission(name, text.encode()), seed=5)
        for name, text in (("a.ipynb", to_json(notebook)), ("a.py", notebook_to_script(notebook)))
    ]
    first, second = [[(c.id, c.status, c.earned) for c in report.checks] for report in reports]
    assert first == second
    assert 0 < reports[0].points < reports[0].max_points


@pytest.mark.parametrize("kind", ["a notebook's", "an own"])
@UNIT
def test_a_script_becomes_the_classes_notebook(unit, kind):
    """Both with the marks that a notebook's script keeps, and with the plain stub's marks."""
    released = notebook_of(unit)
    script = notebook_to_script(filled(unit)) if kind == "a notebook's" else unit.solution.read_text()
    made = repair(script_cells(unit, script), released).notebook
    by_id = {marks(cell).get("grade_id"): cell for cell in made["cells"]}
    for cell in released["cells"]:
        if marks(cell):
            assert marks(by_id[marks(cell)["grade_id"]]) == marks(cell)
    for task in unit.tasks:
        assert "NotImplementedError(" not in by_id[task_id(task)]["source"]
        assert by_id[grade_id(task)]["source"].count("course.magic.check") == 1


@UNIT
def test_the_fetched_notebook_is_the_same_bytes_each_time(unit):
    assert notebook_text(unit, pristine(unit)) == notebook_text(unit, pristine(unit))
    assert kept(json.loads(notebook_text(unit, pristine(unit)))) == kept(notebook_of(unit))
