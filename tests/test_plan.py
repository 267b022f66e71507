"""course/plan.py and course/stubs.py: what is known of a unit without running any of it."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from course.catalog import load_catalog
from course.errors import GraderFault
from course.plan import read_plan, summary_text
from course.stubs import stub_text

TOY = Path(__file__).parent / "toy_course"


def test_the_plan_has_every_check_in_order_with_points_and_titles(toy):
    plan = read_plan(toy)
    assert [check.id for check in plan.checks][:4] == [
        "double.one_and_two", "double.ragged", "double.integers", "greet.ada",
    ]  # fmt: skip
    assert plan.checks[1].points == 2
    assert plan.checks[1].title == "double works on any shape"
    assert plan.max_points == 11
    assert plan.hints("greet") == ("Use an f-string.", "The name goes between the comma and the mark.")


@pytest.fixture
def copy(tmp_path):
    """A copy of the toy course whose files may be changed."""
    shutil.copytree(TOY, tmp_path / "toy")

    def change(name, old, new):
        path = next((tmp_path / "toy").rglob(name))
        assert old in path.read_text()
        path.write_text(path.read_text().replace(old, new))
        return load_catalog(tmp_path / "toy").units[0]

    return change


def test_without_the_hidden_file_the_summary_speaks(copy, tmp_path):
    unit = copy("course.yml", "A toy", "The toy")
    unit.hidden_checks.unlink()
    plan = read_plan(unit)
    assert all(check.visible for check in plan.checks)
    assert plan.max_points == 11
    assert plan.hidden["double"].inputs == ("other shapes, negative numbers", "integers")


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("points=2, inputs", "points=1 + 1, inputs", "must be literals"),
        ("points=2, inputs", "points=0, inputs", "above 0"),
        ('"""double works on any shape"""', "", "has no title"),
        ('@check("double", points=2', '@check("treble", points=2', "of no task"),
        ('@check("double", points=1, inputs="integers")\n', "", "has no @check"),
        ("import torch\n", "import torch(\n", "line"),
    ],
)
def test_a_bad_declaration_is_named_with_its_line(copy, old, new, says):
    with pytest.raises(GraderFault, match=says):
        read_plan(copy("test_hidden.py", old, new))


def test_reading_a_plan_imports_neither_torch_nor_pytest():
    code = (
        "import sys; from course.catalog import load_catalog; from course.plan import read_plan\n"
        "[read_plan(unit) for unit in load_catalog()]\n"
        "print([m for m in ('torch', 'pytest', 'nbgrader', 'jupytext', 'numpy') if m in sys.modules])"
    )
    assert (
        subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
        == "[]\n"
    )


def test_a_stub_keeps_signatures_and_lessons_and_loses_every_answer(toy):
    text = stub_text(toy)
    assert text.count('raise NotImplementedError("Counter")') == 2
    assert "def double(x: torch.Tensor) -> torch.Tensor:" in text
    assert "x * 2" not in text
    assert "SOLUTION" not in text
    compile(text, "stub", "exec")


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('    ### END SOLUTION\n\n\n# %% task="greet"', '\n\n# %% task="greet"', "inside a solution"),
        ("    ### BEGIN SOLUTION\n    return x * 2", "    return x * 2", "without BEGIN"),
        ("### BEGIN SOLUTION\n    return x * 2", "## BEGIN SOLUTION\n    return x * 2", "not spelled right"),
    ],
)
def test_unbalanced_marks_never_make_a_stub(copy, old, new, says):
    with pytest.raises(GraderFault, match=says):
        stub_text(copy("solutions/01_greet.py", old, new))


def test_the_summary_tells_counts_and_kinds_but_no_title(toy):
    text = summary_text(read_plan(toy))
    assert '"checks": 2' in text
    assert "any shape" not in text
