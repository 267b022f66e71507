"""course/catalog.py: course.yml to models, names to units, errors with file, key and line."""

from pathlib import Path

import pytest

from course.catalog import load_catalog
from course.errors import CatalogError, UsageError

GOOD = "format_version: 1\ntitle: T\nunits:\n  - name: 01_tensors\n    title: A\n  - name: 02_autograd\n    title: B\n"


def write(tmp_path, text):
    (tmp_path / "course.yml").write_text(text)
    return tmp_path


@pytest.mark.parametrize("word", ["1", "01", "tensors", "01_tensors", "Tensors", "01_tensors.py"])
def test_a_unit_answers_to_number_short_name_and_name(tmp_path, word):
    assert load_catalog(write(tmp_path, GOOD)).unit(word).name == "01_tensors"


def test_a_typo_gets_the_nearest_name(tmp_path):
    with pytest.raises(UsageError, match="did you mean 'autograd'"):
        load_catalog(write(tmp_path, GOOD)).unit("autogard")


def test_every_path_follows_from_the_name(tmp_path):
    unit = load_catalog(write(tmp_path, GOOD)).unit("2")
    assert unit.exercise == tmp_path / "exercises" / "02_autograd.py"
    assert unit.hidden_checks == tmp_path / "graders" / "02_autograd" / "test_hidden.py"


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (("format_version: 1", "format_version: 2"), r"course.yml, line 1: format_version: is 2"),
        (("format_version: 1", "format_version: one"), r"line 1: format_version: must be a whole number"),
        (("title: T", "titel: T"), r"line 2: course.titel: unknown key; did you mean 'title'"),
        (("    title: A\n", ""), r"line 4: units\[0\].title: is missing"),
        (("01_tensors", "tensors"), r"line 4: units\[0\].name: 'tensors' is not of the form"),
        (("02_autograd", "01_autograd"), r"line 6: name: 01_autograd shares"),
        (
            ("    title: B", "    title: B\n    limits: {call_seconds: 0}"),
            r"line 8: .*call_seconds: must be above 0",
        ),
        (("    title: B", "    title: B\n    limits: {call_second: 3}"), r"did you mean 'call_seconds'"),
        (("    title: B", "    title: [B"), r"line \d+: syntax"),
        (
            ("    title: B", "    title: B\n    questions: [{id: a, points: 0, text: b}]"),
            r"points: must be above 0",
        ),
    ],
)
def test_errors_name_file_line_and_key(tmp_path, change, says):
    with pytest.raises(CatalogError, match=says):
        load_catalog(write(tmp_path, GOOD.replace(*change)))


def test_a_folder_without_a_course_is_said_so(tmp_path):
    with pytest.raises(UsageError, match="no course in"):
        load_catalog(tmp_path)


def test_limits_of_a_unit_replace_those_of_the_course(tmp_path):
    text = (
        GOOD.replace("units:", "limits: {call_seconds: 7, memory_mib: 9}\nunits:")
        + "    limits: {memory_mib: 5}\n"
    )
    unit = load_catalog(write(tmp_path, text)).unit("autograd")
    assert (unit.limits.call_seconds, unit.limits.memory_mib) == (7, 5)


def test_the_projects_own_course_has_its_eight_units(catalog):
    assert [unit.number for unit in catalog] == list(range(1, 9))
    for unit in catalog:
        assert unit.tasks, unit.name
        assert unit.questions, f"{unit.name} has no free-text question"
        assert all(question.guide for question in unit.questions)


def test_a_target_is_a_unit_and_maybe_a_task(catalog):
    unit, task = catalog.target("tensors.split_heads")
    assert (unit.name, task) == ("01_tensors", "split_heads")
    with pytest.raises(UsageError, match="did you mean 'split_heads'"):
        catalog.target("tensors.split_head")


def test_a_file_name_tells_its_unit(catalog):
    assert catalog.unit_of_file(Path("x/01_tensors.ipynb")).name == "01_tensors"
    assert catalog.unit_of_file(Path("readme.py")) is None
