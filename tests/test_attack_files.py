"""Files as attackers: what is wrong with a file costs its owner one clear sentence, and nobody else anything."""

import io
import json
import os
import resource
import socket
import threading
import time
import zipfile

import pytest

from course.errors import SubmissionError
from course.render import one_line
from course.source import MAX_SCRIPT, parse_submission, read_bytes, read_submission


def refused(name, data, says):
    began = time.monotonic()
    with pytest.raises(SubmissionError, match=says) as caught:
        parse_submission(name, data)
    assert time.monotonic() - began < 20
    assert "\n" not in str(caught.value)


def notebook(*cells, **more):
    return json.dumps(
        {"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": list(cells), **more}
    ).encode()


def code(source, **more):
    return {"cell_type": "code", "metadata": {}, "outputs": [], "source": source, **more}


def test_the_name_of_a_file_can_do_nothing_to_a_terminal_or_a_table(tmp_path):
    path = tmp_path / "a\x1b]0;title\x07\x1b[2J\u202e.py"
    os.mkfifo(path)
    with pytest.raises(SubmissionError) as caught:
        read_submission(path)
    assert str(caught.value).isprintable()
    assert one_line("b\x1b[2J\n\t\udcff.py") == "b\\x1b[2J\\n\\t\\udcff.py"


def test_a_symbolic_link_is_not_followed(tmp_path):
    (tmp_path / "secret.py").write_text("CANARY = 1")
    (tmp_path / "answer.py").symlink_to(tmp_path / "secret.py")
    with pytest.raises(SubmissionError, match="symbolic link"):
        read_submission(tmp_path / "answer.py")


@pytest.mark.parametrize("kind", ["fifo", "socket", "folder", "device"])
def test_what_is_not_a_file_is_refused_at_once(tmp_path, kind):
    path = tmp_path / "answer.py"
    if kind == "fifo":
        os.mkfifo(path)
    elif kind == "socket":
        with socket.socket(socket.AF_UNIX) as server:
            server.bind(str(path))
    elif kind == "folder":
        path.mkdir()
    else:
        path = "/dev/zero"
    began = time.monotonic()
    with pytest.raises(SubmissionError, match=r"not a regular file|cannot be read"):
        read_bytes(path)
    assert time.monotonic() - began < 2


def test_a_sparse_file_of_a_terabyte_is_refused_by_its_size(tmp_path):
    path = tmp_path / "answer.ipynb"
    with open(path, "wb") as file:
        file.truncate(2**40)
    with pytest.raises(SubmissionError, match="the limit is"):
        read_bytes(path)


def test_a_file_that_is_still_being_written_is_said_to_be(tmp_path, monkeypatch):
    path = tmp_path / "answer.py"
    path.write_bytes(b"x = 1\n" * 1000)
    stop = threading.Event()

    def grow():
        with open(path, "ab", 0) as file:
            while not stop.is_set():
                file.write(b"y = 2\n" * 100)

    real = os.fstat
    sizes = iter(range(10**9))

    class Facts:
        def __init__(self, facts):
            self.st_mode, self.st_size = facts.st_mode, facts.st_size + next(sizes)

    monkeypatch.setattr(os, "fstat", lambda descriptor: Facts(real(descriptor)))
    with pytest.raises(SubmissionError, match="still being written"):
        read_bytes(path)


def test_a_script_of_many_megabytes_is_refused_before_it_is_cut_into_lines():
    refused("a.py", b"\n" * (MAX_SCRIPT + 1), "empty|more than")
    refused("a.py", b"x\n" * MAX_SCRIPT, "more than 8 MiB")


def test_code_that_grows_on_the_way_to_the_guest_is_refused():
    refused("a.py", b"# " + b"\x01" * 3_000_000, "more than 2 MiB of code")
    refused(
        "a.py", b"# %% [markdown]\n# " + b"\x01" * 3_000_000 + b"\n# %%\nx = 1\n", "more than 2 MiB of code"
    )


def test_thousands_of_cells_are_refused():
    refused("a.py", b"# %%\nx = 1\n" * 3000, "more than 2,000 cells")
    refused("a.ipynb", notebook(*[code("x = 1")] * 3000), "more than 2,000 cells")


@pytest.mark.parametrize("name", ["punycode", "idna", "unicode_escape", "raw-unicode-escape"])
def test_encodings_that_hide_code_or_take_for_ever_are_refused(name):
    refused("a.py", f"# coding: {name}\n".encode() + b"x" * 500_000, "encoding is unknown")


def test_a_notebook_of_millions_of_tiny_values_costs_no_memory():
    data = b'{"cells": [' + b"[]," * 8_000_000 + b"[]]}"
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    refused("a.ipynb", data, "millions of values")
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 300 * 1024


def test_outputs_of_megabytes_of_text_are_no_reason_to_refuse():
    outputs = [{"output_type": "stream", "name": "stdout", "text": "1, 2, 3, [4], " * 500_000}]
    got = parse_submission("a.ipynb", notebook(code("x = 1", outputs=outputs)))
    assert [cell.source for cell in got.program.cells] == ["x = 1\n"]


@pytest.mark.parametrize(
    "cell",
    [
        code("x = 1", id='"]; raise SystemExit(0) #'),
        code("x = 1", metadata={"tests": ['")+__import__("os")._exit(0)#'], "nbgrader": {"points": "nan"}}),
        code("x = 1", metadata={"nbgrader": {"grade": False, "points": -1e308, "grade_id": "../../x"}}),
        code("x = 1", execution_count="nan", outputs=[{"output_type": "display_data", "data": {"text/html": "<script>"}}]),
        code("x = 1", outputs=7),
        code("x = 1", attachments={"../../../etc/passwd": {"image/png": "AAAA"}}),
        code("x = 1", metadata={"execution": {"timeout": None}, "kernelspec": {"name": "../evil"}}),
    ],
)  # fmt: skip
def test_nothing_but_the_source_of_a_cell_is_used(cell):
    got = parse_submission(
        "a.ipynb", notebook(cell, metadata={"kernelspec": {"name": "nosuch"}, "extra_arguments": "x"})
    )
    assert [(c.label, c.source) for c in got.program.cells] == [("cell 1", "x = 1\n")]


def test_a_deep_notebook_gets_one_sentence():
    refused("a.ipynb", b'{"cells":' + b"[" * 500_000 + b"]" * 500_000 + b"}", "JSON")


def test_a_giant_number_in_a_notebook_gets_one_sentence():
    refused("a.ipynb", b'{"cells": [], "nbformat": ' + b"1" * 100_000 + b"}", "JSON")


def test_a_long_name_in_wide_characters_still_fits_into_a_folder():
    name = parse_submission("\U00020000" * 150 + ".py", b"x = 1\n").name
    assert len(name.encode()) < 250
    assert name.endswith(".py")


@pytest.mark.parametrize(
    "name", ["..", ".", ".py", "a/../../b.py", "\n.py", "-rf.py", "con.py", "\ud800.py", "a\x00b.py"]
)
def test_a_hostile_name_is_a_harmless_one(name):
    got = parse_submission(name, b"x = 1\n").name
    assert "/" not in got
    assert got not in (".", "..")
    assert got.isprintable()


@pytest.mark.parametrize("name", ["torch.py", "random.py", "json.py", "course.py", "submission.py"])
def test_a_file_named_like_a_module_hides_nothing(grader, toy, name):
    text = (
        toy.solution.read_bytes() + b"\n\n# %%\nimport json, random, torch\nassert torch.ones(2).sum() == 2\n"
    )
    report = grader.grade(toy, parse_submission(name, text), seed=1)
    assert report.points == report.max_points
    assert not report.notes


def test_a_notebook_with_tricks_scores_like_the_same_without(grader, toy):
    tricks = (
        "import sys\n"
        "try:\n"
        "    ip = get_ipython()\n"
        "    ip.input_transformers_cleanup.append(lambda lines: ['pass'])\n"
        "    ip.events.register('post_run_cell', lambda *a: None)\n"
        "except NameError:\n"
        "    pass\n"
        "sys.displayhook = sys.excepthook = lambda *args: None\n"
    )
    source = toy.solution.read_text()
    for base in (source, source + "\n\ndef double(x):\n    return x + 2\n"):
        plain = grader.grade(toy, parse_submission("a.ipynb", notebook(code(base))), seed=1)
        tricked = grader.grade(
            toy, parse_submission("a.ipynb", notebook(code(tricks), code(base), code(tricks))), seed=1
        )
        assert [c.status for c in plain.checks] == [c.status for c in tricked.checks]


@pytest.mark.parametrize("name", ["answer.zip", "answer.py", "answer.ipynb"])
def test_archives_are_never_unpacked(name):
    """A bomb of 200 MB in 200 KB, a path that climbs: nothing of an archive is looked at."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("../../climbed.py", "0" * 200_000_000)
    with pytest.raises(SubmissionError, match=name):
        parse_submission(name, made.getvalue())
