"""Every road gives the same points: script, notebook, `course class grade`, nbgrader's own autograder.

The verdict is made from a submission's cells alone, so on all references, stubs and variants the cells
that reach the grader are compared; a sample of each unit is graded through every road.
"""

import json
import random
import shutil
from pathlib import Path

import pytest

from course.batch import run_jobs
from course.catalog import load_catalog
from course.classroom.folder import ClassFolder
from course.classroom.grade import grade_class
from course.classroom.intake import grading_copy, take_in
from course.classroom.lessons import init_class, open_class, release
from course.classroom.results import read_gradebook
from course.jobs import Job
from course.notebooks import student_notebook, to_json
from course.plan import read_plan
from course.source import parse_submission

ROOT = Path(__file__).resolve().parent.parent
CATALOG = load_catalog(ROOT)
UNITS = {unit.name: unit for unit in CATALOG}
SEED = 11
pytestmark = pytest.mark.xdist_group("roads")


def texts(unit):
    """Reference, stub and variants of a unit, as scripts."""
    found = {"reference": unit.solution.read_text(), "stub": unit.exercise.read_text()}
    for kind in ("right", "wrong"):
        for path in unit.variants(kind):
            found[f"{kind} {path.stem}"] = f"{found['reference']}\n\n# %%\n{path.read_text()}"
    return found


def sample(unit):
    """Some of them, other ones when variants are added; those of the task that trains for long are left out."""
    found = texts(unit)
    long = {f"{kind} {path.stem}" for kind in ("right", "wrong") for path in unit.variants(kind)
            if "# task: train_digits" in path.read_text()}  # fmt: skip
    variants = sorted(name for name in found if " " in name and name not in long)
    chosen = ("reference", "stub", *random.Random(unit.name).sample(variants, 2))
    return {name: found[name] for name in chosen}


@pytest.mark.parametrize("name", UNITS)
def test_script_and_notebook_of_every_variant_reach_the_grader_as_the_same_code(name, tmp_path):
    unit = UNITS[name]
    plan = read_plan(unit)
    handed_out = json.loads(to_json(student_notebook(unit, plan)))
    for number, (title, text) in enumerate(texts(unit).items()):
        script = code_of(parse_submission(f"{name}.py", text.encode()))
        folder = tmp_path / str(number)
        folder.mkdir()
        (folder / f"{name}.ipynb").write_text(to_json(student_notebook(unit, plan, text)))
        intake = take_in("ada", folder, unit, handed_out)
        assert intake.problem is None, title
        assert code_of(intake.submission) == script, title
        assert code_of(grading_copy(unit, intake.notebook)) == script, title


def code_of(submission):
    """The code of the cells, without the lines that say what kind of cell it is."""
    found = []
    for cell in submission.program.cells:
        lines = [line for line in cell.source.splitlines() if not line.startswith("# %%")]
        if code := "\n".join(lines).strip():
            found.append(code)
    return found


@pytest.fixture(scope="module")
def classroom(tmp_path_factory):
    """A class of the real course with a sample of each unit handed in: (root, points by the bare engine)."""
    root = tmp_path_factory.mktemp("roads") / "class"
    (root / ".course").mkdir(parents=True)
    (root / ".course" / "seed").write_text(str(SEED))
    init_class(root, CATALOG, "roads", None)
    jobs = []
    for name, unit in UNITS.items():
        release(root, unit)
        for title, text in sample(unit).items():
            student = title.replace(" ", "-")
            folder = root / "submitted" / student / name
            folder.mkdir(parents=True)
            (folder / f"{name}.ipynb").write_text(to_json(student_notebook(unit, read_plan(unit), text)))
            jobs.append(Job((name, student), ROOT, name, f"{name}.py", text.encode(), SEED))
    alone = {done.job.key: done.report for done in run_jobs(jobs, workers=2)}
    return root, alone


def gradebook(root, unit):
    """Points in the gradebook, questions left out: student -> grade cell -> points."""
    entries, _, _ = read_gradebook(open_class(root), unit)
    return {
        student: {cell: mark.auto for cell, mark in entry.cells.items() if cell.startswith("grade_")}
        for student, entry in entries.items()
    }


@pytest.mark.parametrize("name", UNITS)
def test_class_grade_gives_the_bare_engines_points(classroom, name):
    root, alone = classroom
    summary = grade_class(root, CATALOG, UNITS[name], workers=1)
    assert summary.exit_code == 0, (summary.faults, summary.unfed)
    marks = gradebook(root, UNITS[name])
    expected = {student: report for (unit, student), report in alone.items() if unit == name}
    assert set(marks) >= set(expected)
    for student, report in expected.items():
        assert sum(marks[student].values()) == report.points, student
        for task in UNITS[name].tasks:
            points = sum(check.earned for check in report.checks if check.task == task)
            assert marks[student][f"grade_{task}"] == points, (student, task)


@pytest.mark.parametrize("name", ["02_autograd", "04_modules"])
def test_nbgraders_own_autograder_gives_the_same_without_any_report_of_ours(classroom, name):
    root, alone = classroom
    shutil.rmtree(ClassFolder(root).reports, ignore_errors=True)
    for (unit, student), report in alone.items():
        if unit == name:
            result = open_class(root).autograde(name, student, force=True)
            assert result["success"], result
            assert sum(gradebook(root, UNITS[name])[student].values()) == report.points, student
