"""course/classroom/exports.py: sums are the gradebook's, no cell is a formula, results.json is Gradescope's."""

import csv
import io
import json
import math

import pytest
from class_tools import UNIT
from test_statistics import EVIL, PLAN, report, student

from course.classroom import exports
from course.classroom.exports import MISTAKES, PARTS, TOTALS, csv_text, defused, gradescope, write_exports
from course.classroom.results import ClassResults
from course.report import Status

FORMULAS = ("=HYPERLINK(1)", "+1", "-1", "@x", " =1", "\t=1", "＝1", "|x", "%x", "\u200b=1")


@pytest.fixture
def results():
    return ClassResults(UNIT, PLAN, 12.0, (
        student("ada", report(), name="Ada, Countess", manual=1.5),
        student("=cmd|' /C calc'!A0", report(double_ragged="added-two", greet_ada=Status.GRADER_FAULT), penalty=2.0,
                name="@evil", problem="-2+3"),
        student("dot"),
        student(EVIL, report(double_ragged="added-two", double_integers="added-two")),
    ))  # fmt: skip


@pytest.fixture
def written(results, tmp_path, monkeypatch):
    """All exports: file name -> text."""
    monkeypatch.setattr(exports, "class_results", lambda folder, unit: results)
    paths = write_exports(tmp_path, UNIT, "csv", tmp_path / "out")
    assert all(path.is_file() for path in paths)
    return {path.name: path.read_bytes().decode() for path in paths}


def table(text):
    return list(csv.DictReader(io.StringIO(text, newline="")))


def test_one_file_each_for_totals_checks_and_mistakes(written):
    assert set(written) == {f"{UNIT.name}-{name}.csv" for name in ("totals", "checks", "mistakes")}
    for name, head in (("totals", TOTALS), ("checks", PARTS), ("mistakes", MISTAKES)):
        assert tuple(next(csv.reader([written[f"{UNIT.name}-{name}.csv"].splitlines()[0]]))) == head


def test_a_students_parts_add_up_to_the_total(written, results):
    parts = table(written[f"{UNIT.name}-checks.csv"])
    for one, row in zip(results.students, table(written[f"{UNIT.name}-totals.csv"]), strict=True):
        given = [float(part["given"]) for part in parts if part["student"] == row["student"]]
        assert all(math.isfinite(points) for points in given)
        assert sum(given) == one.total == float(row["points"] or 0)


def test_who_handed_in_nothing_is_in_the_totals_without_points(written):
    (row,) = [row for row in table(written[f"{UNIT.name}-totals.csv"]) if row["student"] == "dot"]
    assert row["points"] == ""
    assert row["remarks"] == "not submitted"
    assert "dot" not in [row["student"] for row in table(written[f"{UNIT.name}-checks.csv"])]


def test_no_cell_is_a_formula(written):
    for text in written.values():
        for row in csv.reader(io.StringIO(text, newline="")):
            for cell in row:
                number = cell.lstrip("-").replace(".", "", 1).isdigit()
                assert number or cell.strip()[:1] not in "=+-@|%" or not cell.strip(), cell


@pytest.mark.parametrize("text", FORMULAS)
def test_texts_that_look_like_formulas_are_defused(text):
    assert str(defused(text))[0] in "'\\"


def test_numbers_stay_numbers():
    assert defused(-2.0) == -2
    assert defused(1.5) == 1.5
    assert defused(None) == ""
    assert defused("3 - 1") == "3 - 1"


def test_a_row_survives_quotes_commas_and_lines(results):
    text = csv_text(("a", "b"), [('x "y", z', "two\nlines")])
    assert list(csv.reader(io.StringIO(text, newline=""))) == [["a", "b"], ['x "y", z', "two\nlines"]]


def test_mistakes_come_per_student_the_most_frequent_first(written):
    rows = table(written[f"{UNIT.name}-mistakes.csv"])
    assert [row["mistake"] for row in rows] == ["added-two"] * 3
    assert {row["explanation"] for row in rows} == {"You added two instead of multiplying by two"}


def test_gradescope_reads_the_total_and_tests_that_add_up_to_it(results):
    for one in results.marked:
        found = json.loads(json.dumps(gradescope(results, one), allow_nan=False))
        assert found["score"] == one.total == sum(test["score"] for test in found["tests"])
        for test in found["tests"]:
            assert test["output_format"] == test["name_format"] == "text"
            assert test.get("status") in (None, "passed", "failed")
            assert test["visibility"] in ("visible", "after_published")


def test_hidden_checks_wait_for_publication_and_say_no_more_than_feedback(results):
    tests = {test["number"]: test for test in gradescope(results, results.students[3])["tests"]}
    assert tests["double.ragged"]["visibility"] == "after_published"
    assert tests["double.one_and_two"]["visibility"] == "visible"
    assert tests["double.ragged"]["output"] == "failed\na message\nmistake: added-two\nhint: a hint"
    assert tests["double.one_and_two"]["output"] == "passed"


def test_gradescope_gets_one_file_per_student_who_was_marked(results, tmp_path, monkeypatch):
    named = ClassResults(
        UNIT, PLAN, 12.0, (student("ada", report()), student("dot"), student("bob", report()))
    )
    monkeypatch.setattr(exports, "class_results", lambda folder, unit: named)
    paths = write_exports(tmp_path, UNIT, "gradescope", tmp_path)
    assert [str(path.relative_to(tmp_path)) for path in paths] == [
        "gradescope/ada/results.json", "gradescope/bob/results.json",
    ]  # fmt: skip
    assert json.loads(paths[0].read_text())["score"] == 10
