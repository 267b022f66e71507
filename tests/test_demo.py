"""`course demo --class`: the whole way of a class, by its real commands."""

import csv
import os
import subprocess
import sys

import pytest
from class_tools import REFERENCE_POINTS, TOY, UNIT

pytestmark = pytest.mark.xdist_group("demo")


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """The demo's folder, and what it said."""
    folder = tmp_path_factory.mktemp("demo") / "whole"
    ran = subprocess.run(
        [sys.executable, "-m", "course", "demo", "--class", "--to", str(folder)], capture_output=True, text=True,
        env={**os.environ, "COURSE_ROOT": str(TOY), "NO_COLOR": "1"}, timeout=600,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return folder, ran.stdout


def test_each_step_is_a_command_that_anybody_can_type(played):
    lines = [line for line in played[1].splitlines() if line.startswith("$ course ")]
    words = [" ".join(line.split()[2:4]) for line in lines]
    of_students = [word for word in words if not word.startswith("class")]
    assert [word for word in words if word.startswith("class")] == [
        f"class {step}" for step in ("init", "release", "collect", "grade", "feedback", "report", "export")
    ]
    assert of_students == ["fetch greet", "submit greet"] * 3 + ["score greet"]


def test_every_page_that_it_names_is_there(played):
    folder, said = played
    last = said.split("Its folder stays; open:")[1]
    named = [line.strip() for line in last.splitlines() if line.strip().startswith(str(folder))]
    assert len(named) == 4
    for path in named:
        assert os.path.exists(path), path


def test_the_three_students_have_the_marks_that_they_should_have(played):
    totals = played[0] / "class" / "exports" / UNIT.name / f"{UNIT.name}-totals.csv"
    with totals.open() as file:
        points = {row["student"]: float(row["points"]) for row in csv.DictReader(file)}
    assert points["ada"] == REFERENCE_POINTS > points["bob"] > points["cyd"] == 0
