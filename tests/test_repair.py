"""course/classroom/repair.py and intake.py: a notebook made whole, a folder of a stranger's read."""

import json
import os

import pytest
from class_tools import MANUAL, UNIT, cell_of, copied, hand_in, notebook, place_of, stub

from course.classroom.cells import adopt, attached, clean, defined_names, fenced
from course.classroom.intake import is_time, take_in
from course.classroom.repair import grade_id, repair

RELEASED = stub()


def ids(made):
    return [grade_id(cell) for cell in made["cells"] if grade_id(cell)]


def code(made):
    return "\n".join(cell["source"] for cell in made["cells"] if cell["cell_type"] == "code")


def test_a_good_notebook_needs_no_repair():
    repaired = repair(notebook(answer="Because."), RELEASED)
    assert repaired.notes == []
    assert ids(repaired.notebook) == ids(RELEASED)
    assert cell_of(repaired.notebook, MANUAL)["source"] == "Because."


def wounded():
    """Notebooks with every wound at once and one by one."""
    lost = notebook()
    del lost["cells"][place_of(lost, "task_double")], lost["cells"][place_of(lost, "grade_greet")]
    twice = notebook()
    twice["cells"].append(copied(cell_of(stub(), "task_double")))
    turned = {**notebook(), "cells": notebook()["cells"][::-1]}
    bare = notebook(answer="Because.")
    for cell in bare["cells"]:
        cell["metadata"] = {}
    raw = notebook()
    raw["cells"].append({"cell_type": "raw", "metadata": {}, "source": "<script>alert(1)</script> ``` x"})
    odd = notebook()
    odd["cells"] += ["text", 3, None, {"cell_type": 7, "source": 5, "metadata": []}, {}]
    return {"lost": lost, "twice": twice, "turned": turned, "bare": bare, "raw": raw, "odd": odd}


@pytest.mark.parametrize("wound", wounded())
def test_every_graded_cell_is_there_once_and_a_second_repair_changes_nothing(wound):
    once = repair(wounded()[wound], RELEASED)
    assert sorted(ids(once.notebook)) == sorted(ids(RELEASED))
    plain = json.loads(json.dumps(once.notebook))
    again = repair(plain, RELEASED)
    assert again.notebook == once.notebook
    assert [note for note in again.notes if "moved" not in note] == []


def test_a_deleted_task_comes_back_as_the_stub_and_is_named():
    made = notebook()
    del made["cells"][place_of(made, "task_double")]
    repaired = repair(made, RELEASED)
    assert cell_of(repaired.notebook, "task_double")["source"] == cell_of(RELEASED, "task_double")["source"]
    assert any("task_double was missing" in note for note in repaired.notes)


def test_a_stub_that_comes_back_never_undoes_code_that_defines_the_same_names():
    made = notebook()
    del made["cells"][place_of(made, "task_double")]
    made["cells"][1]["source"] += "\n\ndef double(x):\n    return x * 2\n\ndef greet(name): ..."
    del made["cells"][1]["metadata"]
    lone = {
        "cell_type": "code",
        "metadata": {"nbgrader": {"grade_id": "mine"}},
        "source": "def double(x): return x + x",
    }
    made["cells"].insert(2, lone)
    repaired = repair(made, RELEASED)
    numbers = [n for n, c in enumerate(repaired.notebook["cells"]) if "double" in defined_names(c)]
    assert place_of(repaired.notebook, "task_double") == numbers[0]


def test_of_two_copies_the_one_at_the_original_place_counts_and_the_other_does_not_run():
    made = notebook()
    other = copied(cell_of(made, "task_double"), source="def double(x):\n    return x + 2")
    for cells in ([*made["cells"], other], [other, *made["cells"]]):
        repaired = repair({**made, "cells": cells}, RELEASED)
        assert "x * 2" in cell_of(repaired.notebook, "task_double")["source"]
        assert "x + 2" not in code(repaired.notebook)
        assert "x + 2" in json.dumps(repaired.notebook)  # the words are still there
        assert any("task_double is there 2 times" in note for note in repaired.notes)


def test_a_stub_at_the_original_place_gives_way_to_the_last_copy_that_is_written():
    made = stub()
    good = copied(cell_of(notebook(), "task_double"))
    made["cells"] += [copied(good, source="def double(x):\n    return x"), good]
    repaired = repair(made, RELEASED)
    assert cell_of(repaired.notebook, "task_double")["source"] == good["source"]
    assert "NotImplementedError" not in "".join(
        c["source"] for c in repaired.notebook["cells"] if "double" in defined_names(c)
    )


def test_both_halves_of_a_split_cell_run():
    made = notebook()
    cell = cell_of(made, "task_double")
    half = copied(cell, source="def helper(x):\n    return x * 2")
    cell["source"] = "def double(x):\n    return helper(x)"
    made["cells"].insert(place_of(made, "task_double"), half)
    repaired = repair(made, RELEASED)
    assert "def helper" in code(repaired.notebook)
    assert "def double" in code(repaired.notebook)


def test_an_answer_in_words_at_the_second_copy_is_found():
    made = notebook()
    made["cells"].append(copied(cell_of(made, MANUAL), source="Because we are polite."))
    assert cell_of(repair(made, RELEASED).notebook, MANUAL)["source"] == "Because we are polite."


def test_points_marks_and_locked_cells_are_the_released_ones():
    made = notebook()
    cell = cell_of(made, "grade_double")
    cell["source"] = "1000"
    cell["metadata"]["nbgrader"].update(points=1000, grade=False, solution=True, locked=False)
    cell["outputs"] = [{"output_type": "execute_result", "data": {"text/plain": "1000"}}]
    repaired = repair(made, RELEASED)
    found, original = cell_of(repaired.notebook, "grade_double"), cell_of(RELEASED, "grade_double")
    assert found["metadata"] == original["metadata"]
    assert found["source"] == original["source"]
    assert found["outputs"] == []
    assert {n.split(";")[0] for n in repaired.notes} == {
        "The points of grade_double were changed", "The locked cell grade_double was changed",
    }  # fmt: skip


def test_the_kernel_is_the_released_one():
    made = notebook()
    made["metadata"] = {"kernelspec": {"name": "nosuch", "language": "R"}, "course": {"notes": ["I won"]}}
    assert repair(made, RELEASED).notebook["metadata"] == RELEASED["metadata"]


def test_cells_that_lost_their_marks_are_recognized():
    bare = notebook(answer="Because.")
    for cell in bare["cells"]:
        cell["metadata"] = {}
    repaired = repair(bare, RELEASED)
    assert "x * 2" in cell_of(repaired.notebook, "task_double")["source"]
    assert cell_of(repaired.notebook, MANUAL)["source"] == "Because."
    assert not any("missing" in note for note in repaired.notes)
    assert adopt([clean(c) for c in notebook()["cells"]], RELEASED["cells"]) == []


def test_raw_cells_and_fences_cannot_render():
    text = clean({"cell_type": "raw", "metadata": {}, "source": "````\n<script>"})
    assert text["cell_type"] == "markdown"
    assert text["source"].startswith("`````\n")
    assert fenced({"source": "`" * 500, "metadata": {}}, "x")["source"].startswith("x\n\n```\n'''")


def test_pictures_of_an_answer_stay_and_other_attachments_go():
    pictures = {
        "a.png": {"image/png": "QUJD"},
        "b.svg": {"image/svg+xml": "QUJD"},
        "c.png": {"image/png": '">x'},
    }
    assert attached(pictures) == {"a.png": {"image/png": "QUJD"}}
    assert attached([1]) == attached(None) == attached({"x": 3}) == {}
    assert attached({"big.png": {"image/png": "A" * (5 * 2**20)}}) == {}


@pytest.mark.parametrize(
    ("text", "good"),
    [
        ("2026-10-25 00:30:00.000000 UTC", True),
        ("2026-10-25 02:30:00 +0200", True),
        ("2026-10-25T02:30:00+02:00", True),
        ("0001-01-01 00:00:00 +1400", False),
        ("9999-12-31 23:59:59 -1400", False),
        ("tomorrow", False),
        ("", False),
        ("2026-10-25 <b>", False),
    ],
)
def test_only_a_time_is_a_time_stamp(text, good):
    assert is_time(text) is good


def taken(root, content=None, **options):
    folder = hand_in(root, "ada", notebook() if content is None else content, **options)
    return take_in("ada", folder, UNIT, RELEASED)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "the file is empty"),
        (b"{", "is not a notebook"),
        (b"[" * 100_000, "is not a notebook"),
        (b'{"worksheets": [], "nbformat": 3}', "it has no cells"),
        (b"\xff\xfe" + "{}".encode("utf-16-le"), "UTF"),
        (b'{"cells": ' + b"[1," * 10 + b"1" + b"]" * 10 + b"}", None),
    ],
)
def test_an_unreadable_file_is_one_sentence_without_a_path(tmp_path, content, words):
    intake = taken(tmp_path, content)
    if words is None:
        assert intake.problem is None
        return
    assert words in intake.problem
    assert str(tmp_path) not in json.dumps([intake.problem, intake.notes])
    assert ids(intake.notebook) == ids(RELEASED)


def test_links_fifos_and_folders_are_not_read(tmp_path):
    secret = tmp_path / "secret.ipynb"
    secret.write_text(json.dumps(notebook()))
    makers = {
        "symbolic link": lambda path: path.symlink_to(secret),
        "hard link": lambda path: path.hardlink_to(secret),
        "not a regular file": os.mkfifo,
        "not a regular": os.mkdir,
    }
    for number, (words, make) in enumerate(makers.items()):
        folder = hand_in(tmp_path / str(number), "ada", b"", name=None)
        make(folder / f"{UNIT.name}.ipynb")
        assert words in take_in("ada", folder, UNIT, RELEASED).problem


def test_no_notebook_two_notebooks_and_a_notebook_of_another_name(tmp_path):
    assert "is missing" in taken(tmp_path / "0", b"x", name="torch.py").problem
    taken(tmp_path / "1", name="a.ipynb")
    assert "2 other notebooks" in taken(tmp_path / "1", name="b.ipynb").problem
    renamed = taken(tmp_path / "2", name="mine (1).ipynb")
    assert renamed.problem is None
    assert any("mine (1).ipynb was read as" in note for note in renamed.notes)


def test_a_script_counts_as_the_notebook_that_it_is(tmp_path):
    intake = taken(tmp_path, UNIT.solution.read_bytes(), name=f"{UNIT.name}.py")
    assert intake.problem is None
    assert "x * 2" in cell_of(intake.notebook, "task_double")["source"]


def test_foreign_files_are_named_and_nbgraders_own_are_not_foreign(tmp_path):
    hand_in(tmp_path, "ada", b"x", name="evil\x1b[31m.html")
    hand_in(tmp_path, "ada", b"abc", name="submission_secret.txt")
    intake = taken(tmp_path)
    assert intake.notes == ("evil\\x1b[31m.html was handed in too; it is not read.",)
    assert intake.secret == "abc"


def test_a_time_stamp_that_is_none_goes_no_further(tmp_path):
    intake = taken(tmp_path, time="soon")
    assert intake.timestamp is None
    assert intake.notes == ("timestamp.txt holds no time; it is not used.",)
    (tmp_path / "submitted/ada" / UNIT.name / "timestamp.txt").unlink()
    os.mkfifo(tmp_path / "submitted/ada" / UNIT.name / "timestamp.txt")
    assert taken(tmp_path, time=None).timestamp is None


def test_more_cells_than_anybody_writes_are_a_problem_of_that_notebook_only(tmp_path):
    made = {"cells": [{"cell_type": "code", "metadata": {}, "source": "1"}] * 1999}
    assert "2,000 cells" in taken(tmp_path, made).problem
