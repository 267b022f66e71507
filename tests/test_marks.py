"""course/classroom/marks.py and folder.py: reports by content, points of grade cells."""

import json
import math
from dataclasses import replace

import pytest
from class_tools import TOY, UNIT, cell_of, notebook, stub

from course import fingerprint
from course.batch import run_jobs
from course.catalog import load_catalog
from course.classroom import folder as folders
from course.classroom import marks
from course.classroom.folder import ClassFolder, Latest, stored_report, write_atomic
from course.classroom.intake import grading_copy
from course.classroom.marks import Marker, expected_scores, grade_outputs, report_key, task_score
from course.classroom.repair import repair
from course.jobs import Job
from course.plan import read_plan
from course.report import Status

PLAN = read_plan(UNIT)


@pytest.fixture(scope="module")
def reports(tmp_path_factory):
    """The same code as script and as repaired notebook, graded with one seed: name -> both reports."""
    texts = {"reference": UNIT.solution.read_text(), "stub": UNIT.exercise.read_text()}
    for kind in ("right", "wrong"):
        for path in UNIT.variants(kind):
            texts[path.stem] = f"{texts['reference']}\n\n# %%\n{path.read_text()}"
    jobs = []
    for name, text in texts.items():
        jobs.append(Job((name, "script"), TOY, UNIT.name, f"{UNIT.name}.py", text.encode(), 7))
        whole = repair(notebook(base=text), stub()).notebook
        jobs.append(
            Job((name, "notebook"), TOY, UNIT.name, f"{UNIT.name}.ipynb", json.dumps(whole).encode(), 7)
        )
    found = {}
    for done in run_jobs(jobs):
        assert done.report is not None, done.problem
        found.setdefault(done.job.key[0], {})[done.job.key[1]] = done.report
    return found


def verdicts(report):
    return [(c.id, c.status, c.earned, c.mistake) for c in report.checks]


def test_script_and_notebook_get_the_same_verdicts_on_all_variants(reports):
    assert len(reports) >= 5
    for name, both in reports.items():
        assert verdicts(both["script"]) == verdicts(both["notebook"]), name
    assert reports["reference"]["notebook"].points == 10
    assert reports["stub"]["notebook"].points == 0


def test_the_sum_of_the_grade_cells_is_the_reports(reports):
    released = stub()
    for name, both in reports.items():
        report = both["notebook"]
        scores = expected_scores(PLAN, report, released)
        assert set(scores) == {f"grade_{task}" for task in UNIT.tasks}
        assert sum(scores.values()) == report.points, name


def test_the_reports_numbers_are_what_nbgrader_reads(reports):
    from nbformat import from_dict
    from nbgrader.utils import determine_grade

    report = reports["double_adds_two"]["notebook"]
    cell = cell_of(stub(), "grade_double")
    cell["outputs"] = grade_outputs(PLAN, report, "double", 4.0, ["<script>alert(1)</script>"])
    assert determine_grade(from_dict(cell)) == (float(task_score(PLAN, report, "double", 4.0)), 4.0)
    block = cell["outputs"][0]["data"]["text/html"]
    assert "<script>" not in block
    assert "added-two" in block
    assert "You added two" in block
    assert "CANARY" not in block


def test_points_stay_between_0_and_the_maximum(reports):
    report = reports["reference"]["notebook"]
    wild = replace(report, checks=tuple(replace(c, earned=10**6) for c in report.checks))
    low = replace(report, checks=tuple(replace(c, earned=-5) for c in report.checks))
    for task in UNIT.tasks:
        assert task_score(PLAN, wild, task, 4.0) == 4
        assert task_score(PLAN, low, task, 4.0) == 0
        assert math.isfinite(task_score(PLAN, report, task, 4.0))


def test_a_check_that_is_broken_by_our_fault_costs_nothing(reports):
    report = reports["stub"]["notebook"]
    checks = tuple(
        replace(c, status=Status.GRADER_FAULT) if c.id == "double.ragged" else c for c in report.checks
    )
    assert task_score(PLAN, replace(report, checks=checks), "double", 4.0) == 2


def test_a_report_with_a_broken_check_is_shown_but_made_again(tmp_path, reports):
    folder, report = ClassFolder(tmp_path), reports["stub"]["notebook"]
    broken = replace(
        report, checks=(replace(report.checks[0], status=Status.GRADER_FAULT), *report.checks[1:])
    )
    folders.store_report(folder, "k", broken)
    assert stored_report(folder, "k") is None
    assert folder.report_of(Latest("ada", "k")) == broken


def test_deferred_checks_are_made_again_where_there_is_a_gpu(tmp_path, reports, monkeypatch):
    folder, report = ClassFolder(tmp_path), reports["reference"]["notebook"]
    folders.store_report(folder, "k", report)
    monkeypatch.setattr(folders, "has_gpu", lambda: False)
    assert report.deferred_points or stored_report(folder, "k") == report
    monkeypatch.setattr(folders, "has_gpu", lambda: True)
    assert (stored_report(folder, "k") is None) == bool(report.deferred_points)


def test_the_key_changes_with_code_seed_graders_and_engine_and_with_nothing_else(tmp_path, monkeypatch):
    def key(made, seed=7, unit=UNIT):
        return report_key(unit, grading_copy(unit, made), seed)

    base = key(notebook())
    spoken = notebook()
    spoken["cells"].append({"cell_type": "markdown", "metadata": {}, "source": "hello"})
    assert key(spoken) == base
    assert key(notebook("x = 1")) != base
    assert key(notebook(), seed=8) != base
    monkeypatch.setattr(fingerprint, "JUDGES", ("checks.py",))
    assert key(notebook()) != base


def test_every_file_of_the_engine_that_is_hashed_is_there():
    assert len(fingerprint.unit_fingerprint(UNIT)) == 64  # reading a missing one would raise


def test_a_changed_grader_gets_a_new_fingerprint(tmp_path):
    import shutil

    copy = shutil.copytree(TOY, tmp_path / "toy")
    unit = load_catalog(copy).units[0]
    assert fingerprint.unit_fingerprint(unit) == marks.unit_fingerprint(UNIT)
    with open(unit.hidden_checks, "a") as file:
        file.write("\n# changed\n")
    assert fingerprint.unit_fingerprint(unit) != marks.unit_fingerprint(UNIT)


def test_a_broken_file_of_ours_is_no_report(tmp_path):
    folder = ClassFolder(tmp_path)
    write_atomic(folder.reports / "k.json", '{"schema_version": 1}')
    assert stored_report(folder, "k") is None
    write_atomic(folder.reports / "k.json", "")
    assert stored_report(folder, "k") is None


def test_halves_of_files_are_swept_and_whole_ones_stay(tmp_path):
    folder = ClassFolder(tmp_path)
    write_atomic(folder.reports / "k.json", "{}")
    (folder.reports / ".part-x").write_text("{")
    folder.sweep()
    assert [path.name for path in folder.reports.iterdir()] == ["k.json"]


def test_the_seed_is_drawn_once_and_private(tmp_path):
    folder = ClassFolder(tmp_path)
    assert folder.seed() == folder.seed() == ClassFolder(tmp_path).seed()
    assert (folder.state / "seed").stat().st_mode & 0o077 == 0


def test_a_marker_reads_a_kept_report_without_grading(tmp_path, reports, monkeypatch):
    folder = ClassFolder(tmp_path)
    marker = Marker(folder, load_catalog(TOY))
    monkeypatch.setattr(marker, "_grade", lambda *_: pytest.fail("graded again"))
    made = repair(notebook(), stub()).notebook
    key = report_key(UNIT, grading_copy(UNIT, made), folder.seed())
    folders.store_report(folder, key, reports["reference"]["notebook"])
    assert marker.report(UNIT, made) == (key, reports["reference"]["notebook"])
