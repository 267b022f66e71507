"""`course new`: a unit that is whole and green from the start."""

import shutil

import pytest

from course.audit import audit
from course.catalog import load_catalog
from course.errors import UsageError
from course.plan import read_plan, summary_text
from course.scaffold import create_unit
from course.stubs import stub_text


@pytest.fixture
def course(tmp_path, toy):
    """A copy of the toy course that may be changed."""
    shutil.copytree(toy.root, tmp_path / "course")
    return load_catalog(tmp_path / "course")


@pytest.mark.parametrize(
    ("word", "name"), [("graphs", "02_graphs"), ("07_graphs", "07_graphs"), ("Two_Words", "02_two_words")]
)
def test_a_new_unit_is_in_the_catalog_behind_the_others(course, word, name):
    create_unit(course, word)
    assert [unit.name for unit in load_catalog(course.root)] == ["01_greet", name]


def test_course_yml_keeps_its_other_lines(course):
    before = (course.root / "course.yml").read_text()
    create_unit(course, "graphs")
    after = (course.root / "course.yml").read_text()
    assert after.startswith(before.rstrip())
    assert load_catalog(course.root).units[0] == course.units[0]


def test_every_file_it_names_is_there(course):
    for path in create_unit(course, "graphs"):
        assert (course.root / path).is_file()
        assert "{name}" not in (course.root / path).read_text()


def test_a_new_unit_validates_green(course):
    create_unit(course, "graphs")
    catalog = load_catalog(course.root)
    unit = catalog.unit("graphs")
    unit.exercise.write_text(stub_text(unit))
    unit.summary.write_text(summary_text(read_plan(unit)))
    *_, (_, _, audits) = audit(catalog, [load_catalog(course.root).unit("graphs")], workers=1)
    assert audits[0].problems == []
    assert audits[0].counts == {
        "reference": 1,
        "stub": 1,
        "wrong": 1,
        "right": 1,
        "zeros": 1,
        "constant": 1,
        "echo": 1,
        "empty": 1,
    }


@pytest.mark.parametrize("word", ["greet", "01_graphs", "9_graphs", "../graphs", "graphs.py", ""])
def test_a_bad_or_taken_name_writes_nothing(course, word):
    before = {path: path.read_bytes() for path in course.root.rglob("*") if path.is_file()}
    with pytest.raises(UsageError):
        create_unit(course, word)
    assert {path: path.read_bytes() for path in course.root.rglob("*") if path.is_file()} == before


def test_a_file_that_is_there_is_never_overwritten(course):
    (course.root / "solutions" / "02_graphs.py").write_text("mine")
    before = (course.root / "course.yml").read_text()
    with pytest.raises(UsageError, match="already"):
        create_unit(course, "graphs")
    assert (course.root / "solutions" / "02_graphs.py").read_text() == "mine"
    assert (course.root / "course.yml").read_text() == before
