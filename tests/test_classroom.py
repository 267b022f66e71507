"""`course class grade` and what stands around it: one class of good students and poisons, several roads."""

import contextlib
import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from html.parser import HTMLParser
from pathlib import Path
from unittest import mock

import pytest
from class_tools import (
    MANUAL,
    REFERENCE_POINTS,
    TOY,
    UNIT,
    cell_of,
    copied,
    hand_in,
    marks,
    new_class,
    notebook,
    place_of,
    stub,
)

from course.catalog import load_catalog
from course.classroom import feed
from course.classroom.folder import ClassFolder
from course.classroom.grade import grade_class, one_grader, submissions_and_odd
from course.classroom.gradebook import OpenDatabases
from course.classroom.lessons import collect, give_feedback, init_class, open_class
from course.classroom.preprocessors import RepairNotebook
from course.classroom.results import class_results
from course.errors import UsageError

pytestmark = pytest.mark.xdist_group("classroom")  # the classes below are shared; nbgrader is slow to import
HOSTILE = "<script>alert(1)</script><img src=x onerror=alert(2)> [x](javascript:alert(3)) =HYPERLINK(1)"
WRONG = "def double(x):\n    return x + 2"
GOOD = {"ada": REFERENCE_POINTS, "bob": 0, "cyd": REFERENCE_POINTS - 4}


@pytest.fixture(scope="module", autouse=True)
def toy_course():
    """nbgrader's steps find the course by the environment."""
    patch = pytest.MonkeyPatch()
    patch.setenv("COURSE_ROOT", str(TOY))
    yield load_catalog(TOY)
    patch.undo()


def grade(root, catalog, **options):
    return grade_class(root, catalog, UNIT, workers=1, **options)


def fill_good(root):
    hand_in(root, "ada", notebook(answer="Because."))
    hand_in(root, "bob", stub())
    hand_in(root, "cyd", notebook(WRONG))


def changed(id, **changes):
    made = notebook()
    cell_of(made, id).update(changes)
    return made


def fill_poisons(root):
    """Broken submissions: student -> (points, a word of the problem or of a note)."""
    twice, lost, moved = notebook(), notebook(), notebook()
    twice["cells"].append(copied(cell_of(stub(), "task_double")))
    del lost["cells"][place_of(lost, "task_double")], lost["cells"][place_of(lost, "grade_greet")]
    moved["cells"] = [moved["cells"][1], *moved["cells"][:1], *moved["cells"][:1:-1]]
    points = changed("grade_double", source="1000")
    cell_of(points, "grade_double")["metadata"]["nbgrader"].update(points=1000, locked=False)
    cell_of(points, "grade_double")["outputs"] = [
        {"output_type": "execute_result", "execution_count": 1, "metadata": {}, "data": {"text/plain": "nan"}}
    ]
    kernel = {**notebook(), "metadata": {"kernelspec": {"name": "nosuch", "display_name": "R"}}}
    huge = changed(
        "task_double", outputs=[{"output_type": "stream", "name": "stdout", "text": "x" * 20_000_000}]
    )
    bare = notebook()
    for cell in bare["cells"]:
        cell["metadata"] = {}
    hostile = notebook(
        f"raise ValueError({HOSTILE!r})", f"def greet(name):\n    return {HOSTILE!r}", answer=HOSTILE
    )
    hostile["cells"] += [
        {"cell_type": "markdown", "id": "h", "metadata": {}, "source": HOSTILE},
        {"cell_type": "raw", "id": "r", "metadata": {"raw_mimetype": "text/html"}, "source": HOSTILE},
    ]
    hostile["metadata"]["course"] = {"notes": [HOSTILE], "problem": HOSTILE}
    all_points = REFERENCE_POINTS
    contents = {
        "twice": (twice, all_points, "task_double is there 2 times"),
        "lost": (lost, all_points - 4, "task_double was missing"),
        "moved": (moved, all_points, "moved"),
        "points": (points, all_points, "points of grade_double were changed"),
        "kernel": (kernel, all_points, ""),
        "huge": (huge, all_points, ""),
        "bare": (bare, all_points, "had lost its mark"),
        "hostile": (hostile, all_points - 3, ""),
        "exits": (notebook("import os; os._exit(0)"), 0, ""),
        "hangs": (notebook("while True: pass"), 0, ""),
        "json": (b'{"cells": [', 0, "is not a notebook"),
        "empty": (b"", 0, "is empty"),
        "old": (b'{"nbformat": 3, "worksheets": []}', 0, "no cells"),
        "utf16": (json.dumps(notebook()).encode("utf-16"), 0, "UTF"),
    }
    expected = {}
    for student, (content, number, word) in contents.items():
        hand_in(root, student, content)
        expected[student] = (number, word)
    folder = hand_in(root, "none", b"x", name="torch.py")
    (folder / "evil.html").write_text("<script>")
    expected["none"] = (0, "is missing")
    hand_in(root, "two", notebook(), name="a.ipynb")
    hand_in(root, "two", notebook(), name="b.ipynb")
    expected["two"] = (0, "2 other notebooks")
    ada = root / "submitted" / "ada" / UNIT.name / f"{UNIT.name}.ipynb"
    for student, make, word in (
        ("link", lambda path: path.symlink_to(ada), "symbolic link"),
        ("fifo", os.mkfifo, "not a regular file"),
        ("folder", os.mkdir, "not a regular file"),
    ):
        make(hand_in(root, student, b"", name=None) / f"{UNIT.name}.ipynb")
        expected[student] = (0, word)
    twin = root / "twin.ipynb"
    twin.write_bytes(ada.read_bytes())
    (hand_in(root, "hard", b"", name=None) / f"{UNIT.name}.ipynb").hardlink_to(twin)
    expected["hard"] = (0, "hard link")
    hand_in(root, "late", notebook(), time="never")
    os.mkfifo(root / "submitted" / "late" / UNIT.name / "pipe")
    (root / "submitted" / "late" / UNIT.name / "home").symlink_to("/")
    expected["late"] = (all_points, "holds no time")
    return expected


@pytest.fixture(scope="module")
def poisoned(tmp_path_factory, toy_course):
    """Good students beside every poison, graded: (root, expected, summary, stderr)."""
    root = new_class(tmp_path_factory.mktemp("poisoned"))
    expected = fill_poisons_beside_good(root)
    hand_in(root, "a[b]*", notebook())
    (root / "submitted" / "linked").symlink_to(root / "submitted" / "ada")
    summary = grade(root, toy_course)
    return root, expected, summary


def fill_poisons_beside_good(root):
    fill_good(root)
    return fill_poisons(root)


def only_our_repair(config):
    """Leaves all of nbgrader's own steps in."""
    steps = config.Autograde.sanitize_preprocessors
    config.Autograde.sanitize_preprocessors = [step for step in steps if step is not RepairNotebook]


def test_the_quick_way_of_feeding_makes_the_same_marks_and_files_as_nbgraders_own(
    tmp_path, toy_course, monkeypatch
):
    made = []
    for name in ("without", "with"):
        if name == "with":
            monkeypatch.setattr(feed, "leave_out_steps", only_our_repair)
            each_its_own = contextlib.nullcontext(mock.Mock(spec=OpenDatabases))
            monkeypatch.setattr(feed, "kept_open", mock.Mock(return_value=each_its_own))
        root = new_class(tmp_path / name)
        fill_good(root)
        fill_poisons(root)
        grade(root, toy_course)
        paths = sorted(root.glob("autograded/*/*/*.ipynb"))
        made.append(({path.parts[-3]: path.read_bytes() for path in paths}, rows_of(root / "gradebook.db")))
    assert len(made[0][0]) > 15
    assert len(made[0][1]["grade"]) > 60
    assert made[0] == made[1]


def rows_of(database):
    """All rows of all tables, without the ids that nbgrader draws."""
    found = {}
    with contextlib.closing(sqlite3.connect(database)) as connection:
        for (table,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
            rows = connection.execute(f"SELECT * FROM {table}")
            kept = [n for n, column in enumerate(rows.description) if not column[0].endswith("id")]
            found[table] = sorted(repr([row[n] for n in kept]) for row in rows)
    return found


def test_every_poison_is_marked_and_named_and_changes_nobody_else(poisoned):
    root, expected, summary = poisoned
    rows = {row.student: row for row in summary.rows}
    assert summary.unfed == {}
    assert summary.faults == []
    for student, points in GOOD.items():
        assert rows[student].points == points
        assert rows[student].problem is None
        assert rows[student].notes == ()
    for student, (points, word) in expected.items():
        said = " ".join([rows[student].problem or "", *rows[student].notes])
        assert (student, rows[student].points) == (student, points)
        assert word in said, (student, said)
        assert str(root) not in said
    assert summary.exit_code == 1


def test_no_poison_is_missing_from_the_gradebook(poisoned):
    root, expected, _ = poisoned
    held = marks(root)
    assert set(held) == set(GOOD) | set(expected)
    for student, (points, _) in expected.items():
        assert held[student][0] == points
        assert all(score is None or 0 <= score <= 4 for score in held[student][1].values())


def test_a_folder_that_is_no_students_is_named_and_links_are_not_followed(poisoned):
    root, _, summary = poisoned
    assert "rename it" in {row.student: row.problem for row in summary.rows}["a[b]*"]
    assert "linked" not in [row.student for row in summary.rows]
    assert submissions_and_odd(root, UNIT)[1] == ["a[b]*"]


def test_nothing_of_a_strangers_folder_but_the_notebook_goes_on(poisoned):
    root, _, _ = poisoned
    files = {path.name for path in (root / "autograded").rglob("*") if path.is_file()}
    assert files <= {f"{UNIT.name}.ipynb", "timestamp.txt"}


def test_unchanged_submissions_are_neither_graded_nor_fed_twice(poisoned, toy_course):
    root, _, first = poisoned
    before = {path: path.stat().st_mtime_ns for path in (root / "autograded").rglob("*.ipynb")}
    again = grade(root, toy_course)
    assert again.graded == 0
    assert again.kept == len(marks(root))
    assert [(r.student, r.points, r.problem) for r in again.rows] == [
        (r.student, r.points, r.problem) for r in first.rows
    ]
    assert before == {path: path.stat().st_mtime_ns for path in (root / "autograded").rglob("*.ipynb")}


def test_a_students_items_add_up_to_the_gradebooks_total(poisoned):
    root, _, _ = poisoned
    results = class_results(root, UNIT)
    held = marks(root)
    assert len(results.marked) == len(held)
    for student in results.marked:
        assert sum(item.given for item in student.items) == student.total == held[student.student][0]
        report = student.report
        assert report.points == sum(item.given for item in student.items if item.kind == "check")


class Page(HTMLParser):
    """What of a page could act: scripts, handlers, addresses."""

    def __init__(self, text):
        super().__init__()
        self.acts = []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.acts += [
            (tag, name, value) for name, value in attrs if name.startswith("on") or name in ("src", "action")
        ]
        self.acts += [
            (tag, name, value) for name, value in attrs if name == "href" and not value.startswith("#")
        ]
        if tag in ("script", "iframe", "object", "embed", "form", "base", "meta"):
            self.acts.append((tag, "", ""))


@pytest.fixture(scope="module")
def pages(poisoned):
    """The feedback pages, by student."""
    root, expected, _ = poisoned
    count, problem = give_feedback(root, UNIT)
    assert problem is None
    assert count == len(GOOD) + len(expected)
    return {path.parent.parent.name: path.read_text() for path in (root / "feedback").glob("*/*/*.html")}


def test_a_students_text_cannot_act_on_the_feedback_page(pages):
    assert sorted(Page(pages["hostile"]).acts) == sorted(Page(pages["bob"]).acts)
    assert "alert(1)" in pages["hostile"]  # the words are there, escaped


def test_feedback_says_verdict_message_hint_and_mistake(pages):
    page = pages["cyd"]
    for words in (
        "failed",
        "You added two instead of multiplying by two",
        "added-two",
        "Multiply.",
        "0 of 2 points",
    ):
        assert words in page
    assert "not attempted" in pages["bob"]
    assert "task_double was missing" in pages["lost"]
    assert "could not be read" in pages["json"]


def test_feedback_shows_no_hidden_source_no_path_and_no_other_student(poisoned, pages):
    root, _, _ = poisoned
    for student, page in pages.items():
        for secret in ("CANARY_hidden", "test_ragged", str(root), str(TOY.parent.parent), "graders/"):
            assert secret not in page, (student, secret)
        assert not [
            name for name in ("cyd", "kernel_nosuch", "hangs") if name != student and f">{name}<" in page
        ]


def test_manual_marks_survive_a_regrade(poisoned, toy_course):
    root, _, _ = poisoned
    with open_class(root).gradebook as gradebook:
        for cell, points in ((MANUAL, 2.0), ("grade_greet", 1.0)):
            found = gradebook.find_grade(cell, UNIT.name, UNIT.name, "ada")
            found.manual_score, found.needs_manual_grade = points, False
        gradebook.find_comment(MANUAL, UNIT.name, UNIT.name, "ada").manual_comment = "well said"
        gradebook.db.commit()
    try:
        hand_in(root, "ada", notebook(WRONG, answer="Because."))
        summary = grade(root, toy_course)
        row = next(row for row in summary.rows if row.student == "ada")
        assert row.points == REFERENCE_POINTS - 4 - 3 + 1 + 2  # double is wrong, greet is what a person gave
        student = next(s for s in class_results(root, UNIT).students if s.student == "ada")
        assert sum(item.given for item in student.items) == row.points
        assert [item.given for item in student.items if item.kind == "changed"] == [-2]
        with open_class(root).gradebook as gradebook:
            assert gradebook.find_comment(MANUAL, UNIT.name, UNIT.name, "ada").manual_comment == "well said"
    finally:
        with open_class(root).gradebook as gradebook:
            for cell in (MANUAL, "grade_greet"):
                gradebook.find_grade(cell, UNIT.name, UNIT.name, "ada").manual_score = None
            gradebook.db.commit()
        hand_in(root, "ada", notebook(answer="Because."))
        grade(root, toy_course)


def test_marks_that_the_gradebook_lost_are_fed_again(poisoned, toy_course):
    root, _, _ = poisoned
    with open_class(root).gradebook as gradebook:
        gradebook.remove_submission(UNIT.name, "cyd")
        gradebook.find_grade("grade_double", UNIT.name, UNIT.name, "twice").auto_score = 1.0
        gradebook.db.commit()
    summary = grade(root, toy_course)
    assert summary.graded == 0
    rows = {row.student: row.points for row in summary.rows}
    assert rows["cyd"] == GOOD["cyd"]
    assert rows["twice"] == REFERENCE_POINTS


def test_two_graders_at_once_are_refused_with_a_sentence(poisoned, toy_course):
    root, _, _ = poisoned
    with one_grader(ClassFolder(root)), pytest.raises(UsageError, match="another `course class grade`"):
        grade(root, toy_course)


def nbgrader(root, *words):
    """A real nbgrader command in the class's folder."""
    command = [sys.executable, "-m", "nbgrader", *words]
    return subprocess.run(command, cwd=root, capture_output=True, text=True, timeout=600)


def test_nbgrader_the_formgrader_and_class_grade_give_the_same_points(tmp_path, toy_course):
    root = new_class(tmp_path / "roads")
    fill_good(root)
    poisons = fill_poisons(root)
    ran = nbgrader(root, "autograde", UNIT.name)
    assert "SAWarning" not in ran.stderr
    raw = marks(root)
    unreadable = {student for student, (_, word) in poisons.items() if student not in raw}
    # nbgrader itself cannot open these, and says so; `class grade` marks them with 0 below
    assert unreadable <= {
        "json",
        "empty",
        "old",
        "utf16",
        "none",
        "two",
        "link",
        "fifo",
        "folder",
        "hard",
        "late",
    }
    for student in raw:
        if student in GOOD:
            assert raw[student][0] == GOOD[student], student
    api = open_class(root)  # what the formgrader's button calls
    assert api.autograde(UNIT.name, "cyd")["success"]
    assert marks(root)["cyd"] == raw["cyd"]
    reports = {path.name for path in (root / ".course" / "reports").iterdir()}
    summary = grade(root, toy_course)
    after = marks(root)
    readable = set(raw) - {
        s for s, (_, word) in poisons.items() if next(r for r in summary.rows if r.student == s).problem
    }
    for student in readable:
        assert after[student] == raw[student], student
    assert {"twice", "lost", "moved", "points", "kernel", "bare", "hostile", "exits", "hangs"} <= readable
    made = {path.name for path in (root / ".course" / "reports").iterdir()} - reports
    assert len(made) == summary.graded <= 2  # the empty notebook's, and that of the late one


def run_grader(root, workers=1):
    """A grader in a process of its own, in a group of its own."""
    code = (
        "import sys; from pathlib import Path; from course.catalog import load_catalog\n"
        "from course.classroom.grade import grade_class\n"
        "catalog = load_catalog()\n"
        f"s = grade_class(Path({str(root)!r}), catalog, catalog.unit('1'), workers={workers})\n"
        "print(s.exit_code)\n"
    )
    return subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )


def wait_for(condition, process, seconds=300):
    end = time.monotonic() + seconds
    while not condition():
        assert process.poll() is None, "the grader ended before it was killed"
        assert time.monotonic() < end
        time.sleep(0.01)


def test_a_run_that_is_killed_goes_on_where_it_stopped(tmp_path, toy_course):
    root = new_class(tmp_path / "killed")
    for number in range(8):
        hand_in(root, f"s{number}", notebook(f"extra = {number}", WRONG if number % 2 else ""))
    reports, fed = root / ".course" / "reports", root / ".course" / "fed" / UNIT.name
    process = run_grader(root)
    wait_for(lambda: reports.is_dir() and len(list(reports.glob("*.json"))) >= 2, process)
    process.send_signal(signal.SIGKILL)
    process.wait()
    kept = len(list(reports.glob("*.json")))
    assert kept < 8
    process = run_grader(root)
    wait_for(lambda: len(list((root / "autograded").glob("*/*/*.ipynb"))) >= 2, process)
    process.send_signal(signal.SIGKILL)
    process.wait()
    again = len(list(reports.glob("*.json")))
    assert kept <= again
    summary = grade(root, toy_course)
    assert (summary.graded, summary.kept, summary.unfed) == (8 - again, again, {})
    assert len(list(reports.glob("*.json"))) == 8
    assert {row.student: row.points for row in summary.rows} == {
        f"s{number}": REFERENCE_POINTS - 4 * (number % 2) for number in range(8)
    }
    assert len(marks(root)) == 8
    assert len(list(fed.glob("*.txt"))) == 8
    assert not list((root / ".course").rglob(".part-*"))


def test_late_penalties_and_extensions_are_nbgraders_and_take_no_new_grading(tmp_path, toy_course):
    root = new_class(tmp_path / "late")
    config = root / "nbgrader_config.py"
    config.write_text(config.read_text() + "\nc.LateSubmissionPlugin.penalty_method = 'zero'\n")
    with open_class(root).gradebook as gradebook:  # the hour that the clocks of Berlin strike twice
        gradebook.update_or_create_assignment(UNIT.name, duedate="2026-10-25T02:30:00+02:00")
    hand_in(root, "punctual", notebook(), time="2026-10-25 00:29:59.000000 UTC")
    hand_in(root, "hour", notebook(), time="2026-10-25T02:29:59+01:00")  # an hour later, by the same clock
    hand_in(root, "late", notebook(), time="2026-10-25 00:30:01.000000 UTC")
    first = {row.student: row.points for row in grade(root, toy_course).rows}
    assert first == {"punctual": REFERENCE_POINTS, "hour": 0, "late": 0}
    items = next(s.items for s in class_results(root, UNIT).students if s.student == "late")
    assert [item.given for item in items if item.kind == "penalty"] == [-REFERENCE_POINTS]
    with open_class(root).gradebook as gradebook:
        gradebook.grant_extension(UNIT.name, "late", minutes=1)
    summary = grade(root, toy_course)
    assert summary.graded == 0
    assert {r.student: r.points for r in summary.rows} == {**first, "late": REFERENCE_POINTS}


def test_a_broken_check_costs_nothing_and_is_said_with_its_place(tmp_path, monkeypatch):
    import shutil

    copy = shutil.copytree(TOY, tmp_path / "broken_course")
    hidden = copy / "graders" / UNIT.name / "test_hidden.py"
    hidden.write_text(
        hidden.read_text().replace("    x = torch.randn(3, 5)\n", "    x = torch.nothing(3, 5)\n")
    )
    monkeypatch.setenv("COURSE_ROOT", str(copy))
    catalog = load_catalog(copy)
    root = new_class(tmp_path / "class")
    hand_in(root, "ada", notebook())
    hand_in(root, "bob", stub())
    summary = grade_class(root, catalog, catalog.units[0], workers=1)
    assert summary.exit_code == 3
    assert {row.student: row.points for row in summary.rows} == {"ada": REFERENCE_POINTS, "bob": 2}
    (fault,) = summary.faults
    assert "double.ragged" in fault
    assert "test_hidden.py" in fault
    assert "ada, bob" in fault
    again = grade_class(root, catalog, catalog.units[0], workers=1)
    assert again.graded == 2  # until it is mended


def test_a_cell_that_is_not_the_courses_gets_no_points_by_itself(tmp_path, toy_course):
    root = new_class(tmp_path / "own")
    source = root / "source" / UNIT.name / f"{UNIT.name}.ipynb"
    made = json.loads(source.read_text())
    extra = copied(cell_of(made, "grade_double"), source="assert True")
    extra["metadata"]["nbgrader"] = {**extra["metadata"]["nbgrader"], "grade_id": "mine", "points": 5}
    made["cells"].append({**extra, "id": "mine"})
    source.write_text(json.dumps(made))
    assert open_class(root).generate_assignment(UNIT.name)["success"]
    hand_in(root, "ada", notebook())
    (row,) = grade(root, toy_course).rows
    assert (row.points, row.max_points) == (REFERENCE_POINTS, 17)


def inbound(root, student, made, stamp="2026-10-01 12:00:00.000000 UTC", mark="x"):
    folder = root / "exchange" / "toy" / "inbound" / f"{student}+{UNIT.name}+{stamp}+{mark}"
    folder.mkdir(parents=True)
    (folder / f"{UNIT.name}.ipynb").write_text(json.dumps(made))
    (folder / "timestamp.txt").write_text(stamp)
    (folder / "submission_secret.txt").write_text("ab" * 20)
    return folder


@pytest.fixture(scope="module")
def exchange(tmp_path_factory, toy_course):
    """An exchange with good and impossible submissions, collected once: (root, what collect said)."""
    root = new_class(tmp_path_factory.mktemp("exchange"))
    inbound(root, "ada", notebook())
    inbound(root, "ada", stub(), "2026-09-01 12:00:00.000000 UTC")
    inbound(root, "zoe", notebook())
    pipe = inbound(root, "fifo", notebook())
    os.mkfifo(pipe / "pipe")
    (pipe / "home").symlink_to("/etc")
    (pipe / "sub").mkdir()
    (pipe / "sub" / "data.csv").write_text("1")
    forged = inbound(root, "mona", notebook())
    (forged / "timestamp.txt").write_text("2020-01-01 00:00:00 UTC")
    many = inbound(root, "many", notebook())
    for number in range(1100):
        (many / f"f{number}").touch()
    base = root / "exchange" / "toy" / "inbound"
    (base / f"odd+{UNIT.name}+yesterday+x").mkdir()
    (base / f"file+{UNIT.name}+2026-10-01 12:00:00.000000 UTC+x").write_text("not a folder")
    return root, collect(root, UNIT)


def test_collect_takes_everybody_who_can_be_taken_and_names_the_others(exchange):
    root, said = exchange
    here = {path.name for path in (root / "submitted").iterdir()}
    assert {"ada", "zoe", "fifo", "mona"} <= here
    assert "many" not in here or not (root / "submitted" / "many" / UNIT.name).exists()
    for word in (
        "3 not collected",
        "many: it holds more than",
        "not one that nbgrader gives",
        "file: it is not a folder",
    ):
        assert word in said
    assert str(root) not in said


def test_collect_takes_the_newest_and_plain_files_only(exchange):
    root, _ = exchange
    ada = root / "submitted" / "ada" / UNIT.name / f"{UNIT.name}.ipynb"
    assert "x * 2" in ada.read_text()
    fifo = root / "submitted" / "fifo" / UNIT.name
    assert {p.name for p in fifo.rglob("*")} == {
        f"{UNIT.name}.ipynb", "timestamp.txt", "submission_secret.txt", "sub", "data.csv",
    }  # fmt: skip


def test_a_forged_time_stamp_is_that_of_the_folders_name(exchange):
    root, _ = exchange
    stamp = (root / "submitted" / "mona" / UNIT.name / "timestamp.txt").read_text()
    assert stamp.startswith("2026-10-01 12:00:00")


def test_a_newer_submission_that_cannot_be_copied_leaves_the_old_one_in_place(exchange):
    root, _ = exchange
    newer = inbound(root, "zoe", stub(), "2026-10-02 12:00:00.000000 UTC")
    for number in range(1100):
        (newer / f"f{number}").touch()
    assert "zoe: it holds more than" in collect(root, UNIT)
    assert "x * 2" in (root / "submitted" / "zoe" / UNIT.name / f"{UNIT.name}.ipynb").read_text()


def test_a_submission_that_another_student_put_there_is_not_taken(exchange):
    if os.geteuid() != 0:
        pytest.skip("needs root to make a folder of somebody else's")
    import pwd

    root, _ = exchange
    other = next(user for user in pwd.getpwall() if user.pw_uid not in (0, os.geteuid()))
    inbound(root, other.pw_name, notebook())
    forged = inbound(root, "ada", stub(), "2026-11-01 12:00:00.000000 UTC", "forged")
    for path in (forged, *forged.iterdir()):
        os.chown(path, other.pw_uid, -1)
    collect(root, UNIT)
    assert "x * 2" in (root / "submitted" / "ada" / UNIT.name / f"{UNIT.name}.ipynb").read_text()


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # nbgrader leaves files open
def test_feedback_goes_back_through_the_exchange_to_each_student(exchange, toy_course):
    root, _ = exchange
    grade(root, toy_course)
    hand_in(root, "byhand", notebook())
    grade(root, toy_course)
    count, problem = give_feedback(root, UNIT)
    assert problem is None
    released = list((root / "exchange" / "toy" / "feedback").glob("*.html"))
    assert len(released) >= 1
    assert count == len(marks(root))


def test_init_can_be_run_again_and_overwrites_nothing(poisoned, toy_course):
    root, _, _ = poisoned
    config = (root / "nbgrader_config.py").read_bytes()
    assert init_class(root, toy_course, "toy", None) == []
    assert (root / "nbgrader_config.py").read_bytes() == config


def test_the_sources_hold_no_hidden_test(poisoned):
    root, _, _ = poisoned
    for path in Path(root).rglob("*.ipynb"):
        if path.is_file() and not path.is_symlink():
            assert b"CANARY_hidden" not in path.read_bytes()


@pytest.mark.parametrize("kind", ["no database", "locked"])
def test_a_gradebook_that_cannot_be_opened_is_one_sentence(tmp_path, kind):
    root = new_class(tmp_path / "class")
    path = root / "gradebook.db"
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as other:
        if kind == "locked":
            other.execute("BEGIN EXCLUSIVE")
        else:
            path.write_text("not a database at all" * 100)
        with pytest.raises(UsageError, match=r"the gradebook cannot be opened: .*(not a database|locked)\."):
            open_class(root)


def test_a_student_whom_nbgrader_does_not_take_leaves_nothing_half_done(tmp_path, toy_course, monkeypatch):
    """Their marks stay as they were, in all rows; the others' are kept."""
    root = new_class(tmp_path)
    fill_good(root)
    grade(root, toy_course)
    before = rows_of(root / "gradebook.db")
    hand_in(root, "ada", notebook(WRONG))
    save = OpenDatabases.save

    def fails_for_the_first(databases):
        if next(taken) == 0:
            raise OSError("the disk is full")
        save(databases)

    taken = iter(range(9))
    monkeypatch.setattr(OpenDatabases, "save", fails_for_the_first)
    summary = grade(root, toy_course, force=True)
    assert list(summary.unfed) == ["ada"]
    assert "the disk is full" in summary.unfed["ada"]
    assert rows_of(root / "gradebook.db")["grade"] == before["grade"]
    assert {row.student: row.points for row in summary.rows} == GOOD
