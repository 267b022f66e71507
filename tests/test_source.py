"""course/source.py: files of every kind become cells, or one clear sentence."""

import codecs
import json
import os

import pytest

from course.errors import SubmissionError
from course.source import blank_commands, parse_submission, read_submission


def sources(submission):
    return [cell.source for cell in submission.program.cells]


def test_a_script_is_cut_at_its_marks_and_lines_keep_their_numbers():
    text = b'# %% [markdown]\n# Hello\n\n# %%\nimport os\n\n# %% task="f"\ndef f():\n    return 1\n'
    got = parse_submission("a.py", text)
    assert [(cell.start, cell.label) for cell in got.program.cells] == [(4, ""), (7, "")]
    assert got.program.cells[1].source.split("\n")[1] == "def f():"


def test_a_script_without_marks_is_one_cell():
    got = parse_submission("a.py", b"x = 1\ny = 2\n")
    assert len(got.program.cells) == 1
    assert got.program.cells[0].start == 1


def test_notebook_commands_are_blanked_and_counted_in_a_note():
    got = parse_submission("a.py", b"%matplotlib inline\nx = 1\n!pip install torch\nif x:\n    %time x\ny?\n")
    assert sources(got) == ["\nx = 1\n\nif x:\n    pass\n\n\n"]
    assert got.notes == ("4 notebook command(s) (% or !) were not run.",)


def test_a_percent_inside_a_string_is_no_command():
    source = 's = """\n%d items\n"""\nt = 5\n'
    assert blank_commands(source) == (source, 0)


@pytest.mark.parametrize(
    "source",
    [
        "n = (\n    17\n    % 5\n)\n",
        "if (\n    a\n    != b\n):\n    pass\n",
        's = "%s" \\\n    % 5\n',
        's = """ it\'s \'\'\' on\n%d items\n"""\n',
        "x = [  # (\n    '[',\n    7\n    % 2]\n",
    ],
)
def test_a_line_that_carries_on_another_is_no_command(source):
    assert blank_commands(source) == (source, 0)


def test_commands_after_quotes_and_brackets_that_are_text_are_commands():
    source = "# don't \"\"\" (\n%time\nx = \"'''\" + '(\\'['\n!ls\n# on \\\n!pwd\n"
    assert blank_commands(source) == ("# don't \"\"\" (\n\nx = \"'''\" + '(\\'['\n\n# on \\\n\n", 3)


def test_a_cell_of_shell_is_left_out_but_a_timed_one_is_kept():
    assert blank_commands("%%bash\nrm -rf /\n") == ("", 1)
    assert "x = 1" in blank_commands("%%time\nx = 1\n")[0]


def notebook(*cells):
    return json.dumps({"nbformat": 4, "cells": list(cells), "metadata": {}}).encode()


def code(source, **metadata):
    return {"cell_type": "code", "source": source, "metadata": metadata, "outputs": []}


def test_a_notebook_gives_its_code_cells_and_never_its_grade_cells():
    grade = {"nbgrader": {"grade": True, "solution": False, "grade_id": "x"}}
    data = notebook(
        {"cell_type": "markdown", "source": "# Hi"}, code(["x = 1\n", "y = 2"]), code("assert x", **grade)
    )
    got = parse_submission("a.ipynb", data)
    assert [(cell.label, cell.source) for cell in got.program.cells] == [("cell 2", "x = 1\ny = 2\n")]


@pytest.mark.parametrize(
    "cell",
    [None, 3, [], {}, {"cell_type": "code", "source": 7}, {"cell_type": "code", "source": "", "metadata": []},
     {"cell_type": "code", "source": "x", "metadata": {"nbgrader": [1]}}],
)  # fmt: skip
def test_odd_cells_of_a_notebook_do_no_harm(cell):
    got = parse_submission("a.ipynb", notebook(cell, code("z = 3")))
    assert sources(got)[-1] == "z = 3\n"


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "empty"),
        (b" \n\t\n", "empty"),
        ("x = 1".encode("utf-16"), "UTF-16"),
        ("x = 1".encode("utf-16-le"), "UTF-16"),
        ("x = 1".encode("utf-32-le"), "UTF-32"),
        (b"\x7fELF\x00\x01\x02abcdefghijkl", "NUL"),
        (b"x = '\xe9'\n", "line 1 is not UTF-8"),
        (b"# a\n# b\nx = '\xff'\n", "line 3 is not UTF-8"),
        (b"# coding: klingon\nx = 1\n", "encoding"),
        (codecs.BOM_UTF8 + b"# coding: latin-1\nx = 1\n", "encoding"),
    ],
)
def test_what_is_not_text_gets_one_sentence(data, says):
    with pytest.raises(SubmissionError, match=says) as caught:
        parse_submission("a.py", data)
    assert str(caught.value).startswith("a.py: ")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("data", "says"),
    [(b"{", "JSON|early"), (b"[]", "no cells"), (b'{"worksheets": []}', "too old"), (b'{"cells": 3}', "no cells"), (b"\xff\xff{}", "UTF-8"),
     (b"[" * 100_000, "JSON|early"), (b"", "empty")],
)  # fmt: skip
def test_what_is_not_a_notebook_gets_one_sentence(data, says):
    with pytest.raises(SubmissionError, match=says):
        parse_submission("a.ipynb", data)


@pytest.mark.parametrize(
    "data",
    [
        codecs.BOM_UTF8 + b"x = 1\n",
        b"x = 1\r\n",
        b"x = 1\r",
        "# coding: latin-1\nx = 'é'\n".encode("latin-1"),
    ],
    ids=["BOM", "CRLF", "CR", "latin-1 with a cookie"],
)
def test_what_python_reads_is_read(data):
    assert "x = " in sources(parse_submission("a.py", data))[0]


def test_an_invisible_change_of_direction_is_noted():
    got = parse_submission("a.py", "x = 'a\u202eb'\n".encode())
    assert any("invisible" in note for note in got.notes)


def test_files_that_are_not_files_are_refused_at_once(tmp_path):
    os.mkfifo(tmp_path / "pipe.py")
    for name, says in (
        ("pipe.py", "not a regular file"),
        ("gone.py", "no such file"),
        (".", "not a regular file"),
    ):
        with pytest.raises(SubmissionError, match=says):
            read_submission(tmp_path / name)


def test_the_hash_is_of_the_bytes():
    a, b = parse_submission("a.py", b"x = 1\n"), parse_submission("a.py", b"x = 1\r\n")
    assert a.sha256 != b.sha256
    assert a.program == parse_submission("a.py", b"x = 1\n").program


def test_a_name_cannot_leave_the_scratch_folder():
    assert "/" not in parse_submission("../../etc/passwd.py", b"x = 1").name
