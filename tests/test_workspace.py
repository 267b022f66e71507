"""The student's folder: nothing of a student's is ever lost."""

import json
import os

import pytest

from course.catalog import load_catalog
from course.errors import UsageError
from course.report import CheckResult, Environment, Report, Status
from course.workspace import Workspace, cell_of, cells, pristine, replace_cell, task_status


@pytest.fixture
def here(tmp_path, monkeypatch, toy):
    """A workspace of the toy course in an empty folder, which is the current one."""
    monkeypatch.chdir(tmp_path)
    return Workspace(load_catalog(toy.root), tmp_path)


def result(task, status, name="a"):
    return CheckResult(f"{task}.{name}", task, "a title", True, 1, int(status is Status.PASSED), status)


def report(*checks, sha256="0" * 64):
    environment = Environment("0", "0", "0", "cpu", 1)
    return Report("01_greet", {"name": "01_greet.py", "sha256": sha256}, checks, environment)


def test_fetch_writes_the_stub(here, toy):
    path, written = here.fetch(toy)
    assert written
    assert path.read_text() == toy.exercise.read_text()


def test_fetching_twice_says_that_the_stub_is_here(here, toy):
    here.fetch(toy)
    assert here.fetch(toy)[1] is False


@pytest.mark.parametrize("content", [b"my work", b"", "größer".encode("latin-1")])
def test_fetch_leaves_another_file_as_it_is(here, toy, content):
    path = here.folder / "01_greet.py"
    path.write_bytes(content)
    with pytest.raises(UsageError, match="left alone"):
        here.fetch(toy)
    assert path.read_bytes() == content


def test_fetch_does_not_write_through_a_link(here, toy, tmp_path):
    target = tmp_path / "elsewhere"
    (here.folder / "01_greet.py").symlink_to(target)
    with pytest.raises(UsageError):
        here.fetch(toy)
    assert not target.exists()


def test_fetch_makes_the_folder_that_was_asked_for(here, toy, tmp_path):
    path, _ = here.fetch(toy, tmp_path / "a" / "b")
    assert path == tmp_path / "a" / "b" / "01_greet.py"
    assert path.is_file()


def test_a_fetched_notebook_is_the_same_twice_and_has_the_stubs_cells(here, toy):
    path, _ = here.fetch(toy, notebook=True)
    assert here.fetch(toy, notebook=True)[1] is False
    document = json.loads(path.read_text())
    tasks = [cell["metadata"]["task"] for cell in document["cells"] if "task" in cell["metadata"]]
    assert tasks == list(toy.tasks)


def test_a_fetched_notebook_can_be_graded(here, toy, grader):
    from course.source import read_submission

    path, _ = here.fetch(toy, notebook=True)
    statuses = {check.status for check in grader.grade(toy, read_submission(path), hidden=False).checks}
    assert statuses == {Status.NOT_ATTEMPTED}


def test_the_stub_comes_from_the_solution_where_a_clone_is_worked_in(here, toy, monkeypatch):
    changed = toy.exercise.read_text().replace("raise NotImplementedError", "return 1 #")
    monkeypatch.setattr(type(toy), "exercise", property(lambda unit: here.folder / "filled.py"))
    (here.folder / "filled.py").write_text(changed)
    assert "return 1 #" not in pristine(toy)


def test_without_a_file_the_next_command_is_named(here, toy):
    with pytest.raises(UsageError, match="course fetch greet"):
        here.working_copy(toy)


def test_a_clones_exercise_is_used_and_said(here, toy, tmp_path):
    (tmp_path / "exercises").mkdir()
    (tmp_path / "exercises" / "01_greet.py").write_text("x = 1")
    assert here.working_copy(toy) == tmp_path / "exercises" / "01_greet.py"
    assert here.notes
    assert [unit.name for unit in here.units_here()] == ["01_greet"]


def test_ones_own_copy_comes_before_the_clones(here, toy, tmp_path):
    (tmp_path / "exercises").mkdir()
    (tmp_path / "exercises" / "01_greet.py").write_text("x = 1")
    path, _ = here.fetch(toy)
    assert here.working_copy(toy) == path
    assert not here.notes


def test_a_unit_in_a_folder_of_its_name_is_found_where_nbgrader_puts_it(here, toy):
    path = here.folder / toy.name / f"{toy.name}.ipynb"
    path.parent.mkdir()
    path.write_text("{}")
    assert here.working_copy(toy) == path
    assert here.units_here() == [toy]
    own, _ = here.fetch(toy)
    assert here.working_copy(toy) == own


def test_of_a_script_and_a_notebook_the_newer_is_used_and_said(here, toy):
    script, _ = here.fetch(toy)
    notebook, _ = here.fetch(toy, notebook=True)
    os.utime(script, (10, 10))
    assert here.working_copy(toy) == notebook
    os.utime(notebook, (5, 5))
    assert here.working_copy(toy) == script
    assert len(here.notes) == 2


def test_cells_joined_are_the_text(toy):
    text = toy.solution.read_text()
    assert "".join(cells(text)) == text
    assert len(cells(text)) > 3


def test_reset_puts_the_whole_stub_back_and_keeps_the_work(here, toy):
    path, _ = here.fetch(toy)
    path.write_bytes(b"\xff\xfe my work")
    backup = here.reset(toy)
    assert path.read_text() == pristine(toy)
    assert backup.read_bytes() == b"\xff\xfe my work"


def test_reset_of_a_task_touches_no_other_cell(here, toy):
    path, _ = here.fetch(toy)
    stub = path.read_text()
    mine = stub.replace('raise NotImplementedError("double")', "return x + x")
    mine = mine.replace('raise NotImplementedError("greet")', "return 'mine'") + "# a note of mine\n"
    path.write_text(mine)
    here.reset(toy, "double")
    assert path.read_text() == mine.replace("return x + x", 'raise NotImplementedError("double")')


def test_reset_keeps_windows_line_ends(toy):
    text = pristine(toy).replace("\n", "\r\n")
    filled = text.replace('raise NotImplementedError("double")', "return x")
    assert replace_cell("f", filled, "double", cell_of(pristine(toy), "double")) == text


def test_reset_of_a_task_without_its_mark_changes_nothing(here, toy):
    path, _ = here.fetch(toy)
    path.write_text("def double(x): return x")
    with pytest.raises(UsageError, match="no cell"):
        here.reset(toy, "double")
    assert path.read_text() == "def double(x): return x"


def test_two_resets_in_one_second_keep_two_copies(here, toy, monkeypatch):
    monkeypatch.setattr("course.workspace.now", lambda: "2026-01-01T00:00:00Z")
    path, _ = here.fetch(toy)
    kept = []
    for text in ("one", "two"):
        path.write_text(text)
        kept.append(here.reset(toy))
    assert [backup.read_text() for backup in kept] == ["one", "two"]


def test_reset_of_a_notebooks_task_leaves_the_other_cells(here, toy):
    path, _ = here.fetch(toy, notebook=True)
    document = json.loads(path.read_text())
    for cell in document["cells"]:
        if "task" in cell["metadata"]:
            cell["source"] = f"# mine: {cell['metadata']['task']}"
    path.write_text(json.dumps(document))
    here.reset(toy, "greet")
    sources = {
        c["metadata"]["task"]: "".join(c["source"])
        for c in json.loads(path.read_text())["cells"]
        if "task" in c["metadata"]
    }
    assert sources["double"] == "# mine: double"
    assert "NotImplementedError" in sources["greet"]


def test_progress_survives_and_merges_task_by_task(here, toy):
    here.record_check(toy, report(result("double", Status.PASSED)))
    here.record_check(toy, report(result("greet", Status.FAILED)))
    progress = Workspace(here.catalog, here.folder).progress(toy)
    assert {name: task.status for name, task in progress.tasks.items()} == {
        "double": "passed",
        "greet": "failed",
    }
    assert progress.green(toy.tasks) == 1


def test_reset_forgets_the_verdict_of_that_task_only(here, toy):
    here.fetch(toy)
    here.record_check(toy, report(result("double", Status.PASSED), result("greet", Status.PASSED)))
    here.reset(toy, "double")
    assert set(here.progress(toy).tasks) == {"greet"}


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", "null", '{"format_version": 99, "units": {}, "hints": {}}', '{"format_version": 1}'],
)
def test_a_broken_record_of_progress_is_set_aside_and_said(here, toy, text):
    here.state.mkdir()
    (here.state / "progress.json").write_text(text)
    assert here.progress(toy).tasks == {}
    assert (here.state / "progress.broken").read_text() == text
    assert here.notes


def test_progress_that_cannot_be_kept_is_a_note_and_no_failure(here, toy):
    here.state.write_text("a file where the folder should be")
    here.record_check(toy, report(result("double", Status.PASSED)))
    assert "could not be kept" in here.notes[-1]


def test_hints_come_one_more_each_time(here, toy):
    assert [here.next_hint(toy, "double", 2) for _ in range(3)] == [1, 2, 2]
    assert here.next_hint(toy, "greet", 2) == 1


def test_a_task_is_green_only_if_all_its_checks_passed():
    passed, failed, gpu = (result("t", s) for s in (Status.PASSED, Status.FAILED, Status.DEFERRED))
    assert task_status([passed, gpu]) == "passed"
    assert task_status([passed, failed]) == "failed"
    assert task_status([gpu]) == "deferred"
