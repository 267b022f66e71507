"""Students of a class on one machine: real users, a real exchange, real permissions.

An instructor (this process's user, root) makes and releases a class of the toy course; two users made
for this module fetch, submit and get feedback with `course`, in processes of their own.
"""

import hashlib
import json
import os
import pwd
import re
import secrets
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

import pytest

from course.classroom.returned import read_page
from course.classroom.students import class_config
from course.errors import UsageError
from course.html import checks_block
from course.report import CheckResult, Status
from tests.conftest import ROOT, TOY

pytestmark = pytest.mark.xdist_group("class_students")
COURSE_ID = "toy-2026"

# Runs commands one after the other in one process, since nbgrader takes seconds to import. Commands that
# begin with "py " are Python: what a curious student might try.
DRIVER = """
import contextlib, io, json, os, sys
from course.cli import cli
from course.errors import CourseError
import click
results = []
for folder, line in json.load(sys.stdin):
    os.chdir(folder)
    out, err, code = io.StringIO(), io.StringIO(), 0
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            if line.startswith("py "):
                exec(line[3:])
            else:
                code = cli.main(line.split(), standalone_mode=False) or 0
        except (CourseError, click.ClickException) as error:
            code = error.exit_code
            err.write(str(error))
        except OSError as error:
            code = type(error).__name__
    results.append({"out": out.getvalue(), "err": err.getvalue(), "code": code})
print(json.dumps(results), file=sys.__stdout__)
"""
# An exchange that is no folder, as ngshare's is none.
PLUGIN = """
import pathlib
from nbgrader.exchange.abc import ExchangeSubmit

class Elsewhere(ExchangeSubmit):
    def start(self):
        self.set_timestamp()
        path = pathlib.Path(self.assignment_dir) / self.coursedir.assignment_id / "01_greet.ipynb"
        pathlib.Path("arrived.ipynb").write_bytes(path.read_bytes())

c.ExchangeFactory.submit = Elsewhere
"""
INSTRUCTOR = """
import sys
from pathlib import Path
from course.catalog import load_catalog
from course.classroom import lessons
from course.classroom.grade import grade_class
catalog, root, step = load_catalog(), Path(sys.argv[1]), sys.argv[2]
unit = catalog.units[0]
if step == "release":
    lessons.init_class(root, catalog, sys.argv[3], root.parent / "exchange")
    lessons.release(root, unit)
else:
    assert lessons.collect(root, unit) is None
    summary = grade_class(root, catalog, unit, workers=1)
    assert summary.exit_code == 0, summary
    assert lessons.give_feedback(root, unit)[1] is None
"""


class Student:
    """A user of this machine, with a home and nbgrader's configuration in it."""

    def __init__(self, base, name):
        self.base, self.name = base, name
        self.user = pwd.getpwnam(name)
        self.home = base / name
        self.home.mkdir(mode=0o755)
        self.work = self.home / "work"
        self.write(self.home / ".jupyter" / "nbgrader_config.py", config(COURSE_ID, base / "exchange"))
        self.folder(self.work)

    def folder(self, path):
        path.mkdir(parents=True, exist_ok=True)
        while path != self.home.parent:
            os.chown(path, self.user.pw_uid, self.user.pw_gid)
            path = path.parent
        return path

    def write(self, path, text):
        self.folder(path.parent)
        path.write_text(text)
        os.chown(path, self.user.pw_uid, self.user.pw_gid)

    def command(self, python, code, **options):
        environment = {
            "HOME": str(self.home), "PATH": os.defpath, "LANG": "C.UTF-8", "NO_COLOR": "1", "COURSE_COLD": "1",
            "PYTHONPATH": f"{self.base / 'engine'}:{sysconfig.get_path('purelib')}",
            "COURSE_ROOT": str(self.base / "toy_course"), "PYTHONDONTWRITEBYTECODE": "1",
        }  # fmt: skip
        return subprocess.run(
            [python, "-c", code], user=self.user.pw_uid, group=self.user.pw_gid, extra_groups=[], umask=0o022,
            cwd=self.work, env=environment, capture_output=True, text=True, timeout=300, **options,
        )  # fmt: skip

    def run(self, python, lines):
        """Runs (folder, command) pairs; a command alone runs in the student's folder."""
        pairs = [
            (str(self.work), line) if isinstance(line, str) else (str(line[0]), line[1]) for line in lines
        ]
        done = self.command(python, DRIVER, input=json.dumps(pairs))
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout.splitlines()[-1])


def config(course_id, exchange):
    return (
        "c = get_config()\n"
        f"c.CourseDirectory.course_id = {course_id!r}\n"
        f"c.Exchange.root = {str(exchange)!r}\n"
    )


def made_user():
    name = f"course-{secrets.token_hex(4)}"
    subprocess.run(["useradd", "--no-create-home", "--shell", "/bin/false", name], check=True)
    return name


@pytest.fixture(scope="module")
def place():
    """A folder that every user can read, with the engine and the toy course in it, without the answers."""
    if sys.platform != "linux" or os.getuid() != 0 or not shutil.which("useradd"):
        pytest.skip("needs root and useradd, to make two real users")
    base = Path(tempfile.mkdtemp(prefix="course-class-"))
    base.chmod(0o755)
    ignored = shutil.ignore_patterns("__pycache__", "test_hidden.py", "variants", "solutions")
    shutil.copytree(ROOT / "course", base / "engine" / "course", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(TOY, base / "toy_course", ignore=ignored)
    (base / "exchange").mkdir()
    (base / "exchange").chmod(0o777)
    yield base
    shutil.rmtree(base, ignore_errors=True)


@pytest.fixture(scope="module")
def students(place):
    """Ada and Bob."""
    names = []
    try:
        for _ in range(2):
            names.append(made_user())
        yield [Student(place, name) for name in names]
    finally:
        for name in names:
            subprocess.run(["userdel", name], check=False, capture_output=True)


@pytest.fixture(scope="module")
def python(students):
    """An interpreter that the users can run, with all that is installed for this one."""
    name = f"python{sys.version_info.major}.{sys.version_info.minor}"
    said = ""
    for candidate in (sys.executable, shutil.which(name, path="/usr/bin:/usr/local/bin")):
        if candidate is None:
            continue
        try:
            done = students[0].command(candidate, "import course.cli, traitlets, jupytext")
        except OSError as error:
            said = str(error)
            continue
        if done.returncode == 0:
            return candidate
        said = done.stderr
    pytest.skip(f"no {name} with the course's packages that another user can run: {said[-200:]}")


def instruct(place, *arguments):
    environment = {**os.environ, "COURSE_ROOT": str(TOY), "HOME": str(place / "instructor")}
    done = subprocess.run(
        [sys.executable, "-c", INSTRUCTOR, str(place / "class"), *arguments], env=environment, cwd=ROOT,
        capture_output=True, text=True, timeout=400,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr


REFERENCE = (TOY / "solutions" / "01_greet.py").read_text()
FILL = """py import json, re
from pathlib import Path
path = Path("01_greet/01_greet.ipynb")
notebook = json.loads(path.read_text())
for cell in notebook["cells"]:
    text = "".join(cell["source"])
    text = text.replace('raise NotImplementedError()', CODE) if cell["metadata"].get("task") == "double" else text
    cell["source"] = text
path.write_text(json.dumps(notebook))
"""


@pytest.fixture(scope="module")
def handed_in(place, students, python):
    """Both have fetched and submitted: Ada a notebook, twice; Bob a script. Returns what they were told."""
    ada, bob = students
    instruct(place, "release", COURSE_ID)
    for name, (course_id, exchange) in {
        "wrong": ("no-such-course", place / "exchange"),
        "gone": (COURSE_ID, place / "nowhere"),
    }.items():
        ada.write(ada.home / name / "nbgrader_config.py", config(course_id, exchange))
        ada.write(ada.home / name / "01_greet.py", REFERENCE)
    ada.write(ada.home / "plugin" / "nbgrader_config.py", config(COURSE_ID, place / "exchange") + PLUGIN)
    ada.write(ada.home / "plugin" / "01_greet.ipynb", json.dumps({"cells": [], "metadata": {}}))
    told = {}
    told["ada"] = ada.run(python, [
        "fetch greet",
        FILL.replace("CODE", "'return x'"),
        "fetch greet",
        "submit greet --yes",
        FILL.replace("'raise NotImplementedError()'", "'return x'").replace("CODE", "'return x * 2'"),
        "submit greet --yes",
        "score greet",
        (ada.home / "wrong", "fetch greet"),
        (ada.home / "wrong", "submit greet --yes"),
        (ada.home / "wrong", "score greet"),
        (ada.home / "gone", "fetch greet"),
        (ada.home / "gone", "submit greet --yes"),
        (ada.home / "gone", "score greet"),
        (ada.home / "plugin", "submit greet --yes"),
    ])  # fmt: skip
    bob.write(bob.work / "01_greet.py", REFERENCE.replace("return x * 2", "return x + 2"))
    inbound = place / "exchange" / COURSE_ID / "inbound"
    private = (ada.work / ".course" / "submissions" / "01_greet",
               ada.home / ".local" / "share" / "jupyter" / "nbgrader_cache" / COURSE_ID)  # fmt: skip
    told["bob"] = bob.run(python, [
        "submit greet --yes",
        f"py print(os.listdir({str(inbound)!r}))",
        *(f"py base = {str(folder)!r}; print(os.listdir(f'{{base}}/{{os.listdir(base)[0]}}'))" for folder in private),
        "fetch greet --script --to elsewhere",
    ])  # fmt: skip
    return told


@pytest.fixture(scope="module")
def marked(place, students, python, handed_in):
    """Graded, with feedback released, and fetched by both."""
    instruct(place, "grade")
    ada, bob = students
    feedback = place / "exchange" / COURSE_ID / "feedback"
    lines = ["score greet", "score greet --json", f"py print(os.listdir({str(feedback)!r}))"]
    return {"ada": ada.run(python, lines), "bob": bob.run(python, lines)}


def fields(told):
    return told["code"], told["out"] + told["err"]


def test_fetch_gets_the_released_notebook_and_leaves_work_alone(handed_in, students):
    first, _, again = handed_in["ada"][:3]
    assert first["code"] == again["code"] == 0
    assert first["out"].startswith("01_greet/01_greet.ipynb: ")
    assert "already here" in again["out"]
    text = (students[0].work / "01_greet" / "01_greet.ipynb").read_text()
    assert "return x * 2" in text


def test_the_receipt_has_time_hash_and_place_and_nothing_that_opens_the_folder(handed_in, students, place):
    ada = students[0]
    told = handed_in["ada"][5]
    assert told["code"] == 0
    digest = hashlib.sha256((ada.work / "01_greet" / "01_greet.ipynb").read_bytes()).hexdigest()
    assert digest in told["out"]
    assert COURSE_ID in told["out"]
    assert re.search(r" at \d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", told["out"])
    inbound = place / "exchange" / COURSE_ID / "inbound"
    assert f"{inbound}/{ada.name}+01_greet+" in told["out"]
    for folder in inbound.iterdir():
        assert folder.name.split("+")[3] not in told["out"]


def test_a_resubmission_stands_beside_the_first_one(handed_in, students, place):
    inbound = place / "exchange" / COURSE_ID / "inbound"
    own = sorted(path for path in inbound.iterdir() if path.name.startswith(students[0].name))
    texts = [(path / "01_greet.ipynb").read_text() for path in own]
    assert len(own) == 2
    assert ["return x * 2" in text for text in texts] == [False, True]
    assert own[0].stat().st_uid == students[0].user.pw_uid
    kept = sorted((students[0].work / ".course" / "submissions" / "01_greet").iterdir())
    receipts = [json.loads((folder / "receipt.json").read_text()) for folder in kept]
    assert [receipt["course_id"] for receipt in receipts] == [COURSE_ID] * 2
    assert receipts[0]["sha256"] != receipts[1]["sha256"]


def test_a_script_is_handed_in_as_the_released_notebook(handed_in, students, place):
    told = handed_in["bob"][0]
    assert told["code"] == 0
    (folder,) = [
        path
        for path in (place / "exchange" / COURSE_ID / "inbound").iterdir()
        if path.name.startswith(students[1].name)
    ]
    names = sorted(path.name for path in folder.iterdir())
    assert names == ["01_greet.ipynb", "submission_secret.txt", "timestamp.txt"]
    sent = (folder / "01_greet.ipynb").read_bytes()
    assert hashlib.sha256(sent).hexdigest() in told["out"]
    assert hashlib.sha256((students[1].work / "01_greet.py").read_bytes()).hexdigest() in told["out"]
    cells = {
        c["metadata"].get("nbgrader", {}).get("grade_id"): c["source"] for c in json.loads(sent)["cells"]
    }
    assert "return x + 2" in "".join(cells["task_double"])
    assert {"grade_double", "grade_greet", "grade_Counter", "q_why"} <= set(cells)


def test_the_released_notebook_can_be_had_as_a_script(handed_in, students):
    assert handed_in["bob"][4]["code"] == 0
    text = (students[1].work / "elsewhere" / "01_greet" / "01_greet.py").read_text()
    assert 'task="double"' in text
    assert "return x * 2" not in text


def test_before_feedback_is_released_score_says_when_it_was_submitted(handed_in):
    code, said = fields(handed_in["ada"][6])
    assert code == 2
    assert "no feedback is released yet" in said


@pytest.mark.parametrize("number", range(7, 10))
def test_a_wrong_course_id_is_one_sentence(handed_in, number):
    code, said = fields(handed_in["ada"][number])
    assert code == 2
    assert "there is no course 'no-such-course' in the exchange" in said
    assert "Traceback" not in said


@pytest.mark.parametrize("number", range(10, 13))
def test_a_missing_exchange_is_one_sentence(handed_in, number):
    code, said = fields(handed_in["ada"][number])
    assert code == 2
    assert "is not there; ask your instructor" in said


def test_a_plugin_of_the_factory_takes_the_submission(handed_in, students):
    code, said = fields(handed_in["ada"][13])
    assert code == 0, said
    assert f"the exchange of {COURSE_ID}" in said
    folder = students[0].home / "plugin"
    assert (folder / "arrived.ipynb").read_bytes() == (folder / "01_greet.ipynb").read_bytes()


def test_one_student_can_neither_list_nor_read_anothers_submissions(handed_in):
    for tried in handed_in["bob"][1:4]:
        assert tried["code"] == "PermissionError", tried


def test_score_shows_the_released_marks_of_the_newest_submission(marked):
    ada, bob = marked["ada"][0], marked["bob"][0]
    assert "double  " in ada["out"]
    assert "of 12 points" in ada["out"]
    assert ada["out"] != bob["out"]
    assert "passed" in ada["out"]


def test_score_says_what_failed_with_the_hint_and_hidden_checks_too(marked):
    data = json.loads(marked["bob"][1]["out"])
    checks = {check["id"]: check for check in data["checks"]}
    failed = [check for check in checks.values() if check["status"] == "failed"]
    assert failed
    assert all(check["message"] for check in failed)
    assert {check["visible"] for check in checks.values()} == {True, False}
    assert data["nbgrader"]["cells"]["q_why"] == [0, 2]
    assert data["nbgrader"]["max_score"] == 12
    assert data["nbgrader"]["score"] == sum(check["earned"] for check in checks.values())
    assert failed[0]["message"].splitlines()[0] in marked["bob"][0]["out"]


def test_nothing_of_the_instructors_reaches_a_student(marked, place):
    seed = (place / "class" / ".course" / "seed").read_text()
    for told in (*marked["ada"], *marked["bob"]):
        assert seed not in told["out"]
        assert str(place / "class") not in told["out"]


def test_the_page_lies_where_nbgrader_puts_it_and_feedback_of_others_cannot_be_listed(marked, students):
    for student, told in zip(students, marked.values(), strict=True):
        page = Path(json.loads(told[1]["out"])["nbgrader"]["page"])
        assert (student.work / page).is_file()
        assert page.parent.parent.name == "feedback"
        assert told[2]["code"] == "PermissionError"


def test_the_released_notebook_holds_no_hidden_text(handed_in, place):
    text = (place / "class" / "release" / "01_greet" / "01_greet.ipynb").read_text()
    hidden = (TOY / "graders" / "01_greet" / "test_hidden.py").read_text()
    open_text = REFERENCE + (TOY / "graders" / "01_greet" / "test_visible.py").read_text()
    lines = {line.strip() for line in hidden.splitlines() if len(line.strip()) > 20}
    assert [line for line in lines if line not in open_text and line in text] == []
    assert "BEGIN SOLUTION" not in text


# --- the page

PAGE = """<body><h4>01_greet (Score: 7.5 / 12.0)</h4><div id="toc"><ol>
<li><a href="#grade_double">Test cell</a> (Score: 6.5 / 10.0)</li>
<li><a href="#q_why">Written response</a> (Score: 2.0 / 2.0)</li>
<li class="late-penalty">Late submission penalty (Score: -1.0)</li></ol></div>
<div class="panel-body">{}
<a name="comment-q_why"></a><a name="q_why"></a><div class="panel-footer"><div>
<b>Comments:</b> <p>Well &amp; <em>short</em>.</p> </div></div></body>"""


def block():
    return checks_block(
        [
            CheckResult(
                "double.values", "double", "doubles", False, 4, 2, Status.FAILED, 'got "<1>"', fault="/srv/x.py", output="y" * 9999
            )
        ],
        data=True,
    )  # fmt: skip


def test_a_page_gives_nbgraders_sums_comments_and_the_checks():
    returned = read_page(PAGE.format(block()))
    assert (returned.score, returned.max_score, returned.penalty) == (7.5, 12.0, 1.0)
    assert returned.cells == {"grade_double": (6.5, 10.0), "q_why": (2.0, 2.0)}
    assert returned.comments == {"q_why": "Well & short."}
    (check,) = returned.checks
    assert (check.id, check.status, check.message) == ("double.values", Status.FAILED, 'got "<1>"')


def test_a_page_carries_nothing_for_the_instructor_and_no_long_output():
    assert "/srv/x.py" not in block()
    assert block().count("y" * 2000) == 2
    assert "y" * 2001 not in block()


def test_sums_are_read_from_the_heading_only_whatever_a_student_wrote():
    forged = '<h4>01_greet (Score: 12.0 / 12.0)</h4><li><a href="#q_why">x</a> (Score: 9.0 / 9.0)</li>'
    assert read_page(PAGE.format(forged + block())).score == 7.5
    assert read_page(PAGE.format(forged)).cells["q_why"] == (2.0, 2.0)


@pytest.mark.parametrize(
    "page", ["", "<p>nothing</p>", '<div data-course-checks="{">', '<div data-course-checks="[{}]">']
)
def test_a_page_that_is_not_ours_is_one_sentence(page):
    with pytest.raises(UsageError, match="open its page"):
        read_page(page)


# --- without a class


def test_whether_there_is_a_class_is_found_by_its_configuration(tmp_path, monkeypatch):
    monkeypatch.setenv("JUPYTER_CONFIG_DIR", str(tmp_path / "jupyter"))
    monkeypatch.setenv("JUPYTER_CONFIG_PATH", "")
    monkeypatch.setenv("JUPYTER_NO_CONFIG", "1")
    here = tmp_path / "work"
    here.mkdir()
    assert class_config(here) is None
    path = here / "nbgrader_config.py"
    path.write_text("# c.CourseDirectory.course_id = 'x'\nc.Exchange.root = '/tmp'\n")
    assert class_config(here) is None
    path.write_text("c = get_config()\nc.CourseDirectory.course_id = 'x'\n")
    assert class_config(here) == path


def test_looking_for_a_class_imports_no_nbgrader(tmp_path):
    code = (
        "import sys; from course.classroom.students import find_class; find_class(); "
        "print([m for m in ('nbgrader', 'torch', 'traitlets') if m in sys.modules])"
    )
    environment = {**os.environ, "JUPYTER_CONFIG_DIR": str(tmp_path), "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == "[]"
