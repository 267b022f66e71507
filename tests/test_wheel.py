"""The wheel that students install: stubs and visible checks, no solution, no hidden check, no marking guide."""

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    subprocess.run(command, check=True, capture_output=True)
    with zipfile.ZipFile(next(folder.glob("*.whl"))) as archive:
        yield archive


def test_the_wheel_holds_every_stub_and_visible_check(wheel, catalog):
    names = set(wheel.namelist())
    for unit in catalog:
        assert f"course/content/exercises/{unit.name}.py" in names
        assert f"course/content/graders/{unit.name}/test_visible.py" in names
        assert f"course/content/graders/{unit.name}/summary.json" in names


def test_the_wheel_holds_no_solution_no_hidden_check_and_no_variant(wheel, catalog):
    for name in wheel.namelist():
        assert not any(
            part in name for part in ("solution", "test_hidden", "variants", "tests/", "traces")
        ), name
    texts = {name: wheel.read(name) for name in wheel.namelist() if name.startswith("course/content")}
    for unit in catalog:
        answers = unit.solution.read_text().split("### BEGIN SOLUTION\n")[1:]
        for answer in answers:
            block = answer.split("### END SOLUTION")[0].strip().encode()
            if len(block) > 60:
                assert not any(block in text for text in texts.values()), block


def test_the_wheels_catalog_has_questions_and_no_marking_guide(wheel, catalog):
    data = yaml.safe_load(wheel.read("course/content/course.yml"))
    questions = [question for unit in data["units"] for question in unit.get("questions", [])]
    assert len(questions) == sum(len(unit.questions) for unit in catalog)
    assert all(question["text"] and "guide" not in question for question in questions)
