"""The student's commands, on the toy course, as a student would use them."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from course.batch import Worker
from course.cli import cli
from course.errors import CourseError

pytestmark = pytest.mark.xdist_group("student")
COURSE = Path(sys.executable).with_name("course")
RIGHT = {
    "double": "return x * 2",
    "greet": 'return f"Hello, {name}!"',
}


class Ran:
    """What a command did: exit code as the shell would see it, stdout, stderr."""

    def __init__(self, result):
        error = result.exception
        self.out, self.err = result.stdout, result.stderr
        if isinstance(error, CourseError):
            self.code, self.err = error.exit_code, self.err + str(error)
        elif isinstance(error, click.ClickException):
            self.code, self.err = error.exit_code, self.err + error.format_message()
        elif error is not None and not isinstance(error, SystemExit):
            raise error
        else:
            self.code = result.return_value if isinstance(result.return_value, int) else result.exit_code


@pytest.fixture(scope="module")
def worker():
    made = Worker()
    yield made
    made.close()


@pytest.fixture
def course(tmp_path, monkeypatch, toy, worker):
    """Runs `course ...` in an empty folder of a student's, with the toy course."""
    folder = tmp_path / "work"
    folder.mkdir()
    monkeypatch.chdir(folder)
    monkeypatch.setenv("COURSE_ROOT", str(toy.root))
    monkeypatch.setenv("NO_COLOR", "1")

    def run(line, stdin=None):
        result = CliRunner().invoke(cli, line.split(), input=stdin, obj=worker, standalone_mode=False)
        return Ran(result)

    return run


def fill(*tasks, **others):
    """Replaces stubs in the working copy."""
    path = Path("01_greet.py")
    text = path.read_text()
    for task, code in {**{task: RIGHT[task] for task in tasks}, **others}.items():
        text = text.replace(f'raise NotImplementedError("{task}")', code, 1)
    path.write_text(text)


def write_reference(toy):
    Path("01_greet.py").write_text(toy.solution.read_text())


# --- fetch, list


def test_fetch_writes_the_stub_and_names_the_next_command(course, toy):
    ran = course("fetch greet")
    assert ran.code == 0
    assert Path("01_greet.py").read_text() == toy.exercise.read_text()
    assert "course check greet.double" in ran.err


@pytest.mark.parametrize("word", ["1", "01", "greet", "01_greet", "GREET", "01_greet.py"])
def test_a_unit_answers_to_each_of_its_names(course, word):
    assert course(f"fetch {word}").code == 0


def test_fetch_says_already_here_and_never_overwrites(course):
    course("fetch greet")
    assert "already here" in course("fetch greet").out
    fill("double")
    before = Path("01_greet.py").read_bytes()
    ran = course("fetch greet")
    assert ran.code == 2
    assert "left alone" in ran.err
    assert Path("01_greet.py").read_bytes() == before


def test_fetch_can_write_elsewhere(course):
    assert course("fetch greet --to there").code == 0
    assert Path("there/01_greet.py").is_file()


def test_list_counts_green_tasks_and_points(course):
    course("fetch greet")
    fill("double")
    course("check greet")
    ran = course("list")
    assert ran.code == 0
    assert "1/3" in ran.out
    (entry,) = json.loads(course("list --json").out)
    assert (entry["tasks"], entry["green"], entry["score"]) == (3, 1, None)
    assert entry["points"] > 3


@pytest.mark.parametrize(
    "line",
    [
        "check gret",
        "fetch gret",
        "hint gret.double",
        "lesson gret",
        "submit gret",
        "reset gret",
        "score gret",
    ],
)
def test_an_unknown_unit_gets_one_sentence_with_the_nearest_name(course, line):
    ran = course(line)
    assert ran.code == 2
    assert "did you mean 'greet'?" in ran.err


def test_an_unknown_task_gets_the_nearest_name(course):
    ran = course("check greet.duble")
    assert ran.code == 2
    assert "did you mean 'double'?" in ran.err


# --- check


def test_a_stub_reads_not_attempted_one_line_a_task(course):
    course("fetch greet")
    ran = course("check greet")
    assert ran.code == 1
    assert ran.out.count("not attempted") == 3
    assert len(ran.out.splitlines()) < 12
    assert "fill in double, then: course check greet.double" in ran.err


def test_a_wrong_answer_gets_message_mistake_hint_and_the_next_command(course):
    course("fetch greet")
    fill(double="return x + 2")
    ran = course("check greet.double")
    assert ran.code == 1
    assert "double makes [1, 3] to [2, 6]" in ran.out
    assert "You added two instead of multiplying by two" in ran.out
    assert "hint: Multiply." in ran.out
    assert "course hint greet.double" in ran.out
    assert "greet\n" not in ran.out.split("double", 2)[2]


def test_check_of_one_task_says_nothing_of_the_others(course):
    course("fetch greet")
    fill("double")
    ran = course("check greet.double")
    assert ran.code == 0
    assert "Counter" not in ran.out
    assert "on to greet" in ran.err


def test_check_says_how_many_hidden_checks_wait_and_with_which_inputs(course, toy):
    from course.plan import read_plan

    hidden = read_plan(toy).hidden["double"]
    course("fetch greet")
    fill("double")
    out = " ".join(course("check greet.double").out.split())
    assert f"{hidden.checks} hidden check" in out
    assert f"{hidden.points} point" in out
    for kind in hidden.inputs:
        assert kind in out


def test_all_green_leads_to_submit(course, toy):
    course("fetch greet")
    write_reference(toy)
    ran = course("check")
    assert ran.code == 0
    assert "3 of 3 tasks" in ran.out
    assert "course submit greet" in ran.err


def test_check_never_runs_or_shows_hidden_checks(course, toy):
    course("fetch greet")
    report = json.loads(course("check greet --json").out)
    assert report["checks"]
    assert all(check["visible"] for check in report["checks"])
    assert set(report["hidden"]) == {"double", "greet", "Counter"}


def test_check_without_a_unit_here_names_the_next_command(course):
    ran = course("check")
    assert ran.code == 2
    assert "course fetch greet" in ran.err


def test_check_uses_a_clones_exercise_and_says_so(course, toy):
    Path("exercises").mkdir()
    shutil.copy(toy.solution, "exercises/01_greet.py")
    ran = course("check greet")
    assert ran.code == 0
    assert "using exercises/01_greet.py" in ran.err


def test_a_unit_of_another_clone_is_said_once_not_per_file(course, toy):
    Path("exercises").mkdir()
    shutil.copy(toy.solution, "exercises/01_greet.py")
    assert course("check").err.count("note:") == 1


def test_another_file_can_be_checked_and_leaves_no_progress(course, toy):
    shutil.copy(toy.solution, "other.py")
    assert course("check greet --file other.py").code == 0
    assert json.loads(course("list --json").out)[0]["green"] == 0


BAD_FILES = {
    "nothing there": (None, "there is no such file"),
    "empty": (b"", "is empty"),
    "UTF-16": ("def double(x): pass".encode("utf-16"), "UTF-16"),
    "NUL bytes": (b"x = 1\0\n" + b"# long enough to be no UTF-16 " * 4, "NUL bytes"),
}


@pytest.mark.parametrize("kind", BAD_FILES)
def test_a_file_that_cannot_be_read_gets_one_sentence(course, kind):
    data, words = BAD_FILES[kind]
    if data is not None:
        Path("mine.py").write_bytes(data)
    ran = course("check greet --file mine.py")
    assert ran.code == 2
    assert words in ran.err
    assert len(ran.err.strip().splitlines()) == 1
    assert ran.out == ""


BAD_CODE = {
    "a syntax error": ("return x *", "error", "does not parse", 1),
    "a wrong signature": (None, "error", "positional argument", 1),
    "a missing function": ("", "not attempted", "double is not defined in 01_greet.py", 1),
}


@pytest.mark.parametrize("kind", BAD_CODE)
def test_code_that_cannot_be_called_costs_only_its_own_task(course, toy, kind):
    code, word, words, count = BAD_CODE[kind]
    course("fetch greet")
    write_reference(toy)
    path = Path("01_greet.py")
    text = path.read_text()
    if kind == "a syntax error":
        text = text.replace("return x * 2", code)
    elif kind == "a wrong signature":
        text = text.replace("def double(x: torch.Tensor)", "def double()")
    else:
        text = text.replace("def double(", "def something_else(")
    path.write_text(text)
    ran = course("check greet")
    assert ran.code == 1
    assert words in ran.out
    assert word in ran.out
    assert ran.out.count("✓ passed") == 2
    assert ran.out.count(words) == count


def test_symbols_never_stand_alone_and_colour_is_off(course):
    course("fetch greet")
    fill("double", greet="return 1")
    out = course("check greet").out
    assert "\x1b" not in out
    for symbol, word in (("✓", "passed"), ("✗", "failed"), ("○", "not attempted")):
        assert all(
            line.split(symbol)[1].strip().startswith(word) for line in out.splitlines() if symbol in line
        )


# --- hint, lesson, reset


def test_hints_come_one_after_the_other(course):
    first, second = course("hint greet.double"), course("hint greet.double")
    assert "Multiply." in first.out
    assert "By two." not in first.out
    assert "By two." in second.out


def test_more_shows_all_hints_at_once(course):
    assert "By two." in course("hint greet.double --more").out


def test_a_hint_for_a_unit_is_for_its_first_open_task(course):
    course("fetch greet")
    fill("double")
    course("check greet")
    assert "f-string" in course("hint greet").out


def test_a_lesson_is_markdown_in_a_pipe(course):
    out = course("lesson greet").out
    assert out.startswith("# Greet\n")
    assert "return x * 2" not in out


def test_a_tasks_lesson_ends_with_its_stub_and_never_with_the_solution(course):
    out = course("lesson greet.double").out
    assert "def double(" in out
    assert "def greet(" not in out
    assert "x * 2" not in out


def test_reset_asks_and_no_means_no(course):
    course("fetch greet")
    fill("double")
    before = Path("01_greet.py").read_bytes()
    assert course("reset greet", stdin="n\n").code == 1
    assert course("reset greet", stdin="").code == 2
    assert Path("01_greet.py").read_bytes() == before


def test_reset_says_where_the_old_file_is(course, toy):
    course("fetch greet")
    fill("double", "greet")
    before = Path("01_greet.py").read_text()
    ran = course("reset greet.double --yes")
    assert ran.code == 0
    backup = Path(ran.out.strip().splitlines()[-1].split(": ")[1])
    assert backup.read_text() == before
    assert 'raise NotImplementedError("double")' in Path("01_greet.py").read_text()
    assert "Hello, {name}!" in Path("01_greet.py").read_text()


# --- submit, score


def test_submit_shows_what_goes_and_freezes_it(course, toy):
    course("fetch greet")
    fill("double")
    course("check greet")
    ran = course("submit greet", stdin="y\n")
    assert ran.code == 0
    assert "1 of 3 tasks pass" in ran.err
    assert "bytes" in ran.err
    place = Path(ran.out.strip().splitlines()[-1].strip())
    assert (place / "01_greet.py").read_bytes() == Path("01_greet.py").read_bytes()
    assert json.loads((place / "receipt.json").read_text())["sha256"] in ran.out


def test_submit_says_when_the_checks_saw_an_earlier_file(course):
    course("fetch greet")
    assert "never run" in course("submit greet --yes").err
    course("check greet")
    fill("double")
    assert "earlier state" in course("submit greet --yes").err


def test_submit_without_an_answer_submits_nothing(course):
    course("fetch greet")
    assert course("submit greet", stdin="").code == 2
    assert course("submit greet", stdin="n\n").code == 1
    assert not Path(".course/submissions").exists()


def test_score_marks_the_frozen_copy_not_the_working_one(course, toy):
    course("fetch greet")
    write_reference(toy)
    course("submit greet --yes")
    Path("01_greet.py").write_text("x = 1\n")
    ran = course("score greet")
    assert ran.code == 0
    (report,) = Path(".course/submissions").rglob("report.json")
    data = json.loads(report.read_text())
    assert data["points"] == data["max_points"]
    assert any(not check["visible"] for check in data["checks"])
    assert f"{data['points']} of {data['max_points']} points" in ran.out
    assert "2 more points" in ran.out  # the question that a person marks


def test_score_of_a_wrong_answer_says_what_is_missing(course, toy):
    course("fetch greet")
    fill("greet", double="return x + 2")
    course("submit greet --yes")
    ran = course("score")
    assert ran.code == 1
    assert "0 of" in ran.out
    assert "You added two" in ran.out
    assert json.loads(course("list --json").out)[0]["score"]["points"] > 0


def test_score_stands_until_asked_again(course, toy):
    course("fetch greet")
    write_reference(toy)
    course("submit greet --yes")
    seeds = [
        json.loads(course(f"score --json {more}").out)["environment"]["seed"] for more in ("", "", "--again")
    ]
    assert seeds[0] == seeds[1] != seeds[2]


def test_score_without_a_submission_names_the_next_command(course):
    ran = course("score greet")
    assert ran.code == 2
    assert "course submit greet" in ran.err


def test_score_without_hidden_checks_says_where_marks_come_from(course, toy, tmp_path, monkeypatch):
    wheel = tmp_path / "wheel"
    shutil.copytree(toy.root, wheel)
    shutil.rmtree(wheel / "solutions")
    (wheel / "graders" / "01_greet" / "test_hidden.py").unlink()
    monkeypatch.setenv("COURSE_ROOT", str(wheel))
    course("fetch greet")
    assert course("check greet").code == 1
    course("submit greet --yes")
    ran = course("score greet")
    assert ran.code == 2
    assert "instructor" in ran.err


# --- demo, start-up


def test_the_demo_goes_the_whole_way_and_leaves_nothing(course, toy):
    before = Path.cwd()
    ran = course("demo")
    assert ran.code == 0
    lines = [line for line in ran.out.splitlines() if line.startswith("$ course ")]
    assert [line.split()[2] for line in lines] == ["fetch", "check", "check", "check", "submit", "score"]
    assert "course fetch greet" in ran.out.splitlines()[-3]
    assert Path.cwd() == before
    assert list(Path.cwd().iterdir()) == []


LIGHT = [
    "--help",
    "list",
    "fetch greet",
    "hint greet.double",
    "lesson greet",
    "reset greet --yes",
    "submit greet --yes",
]
HEAVY = ("torch", "pytest", "nbgrader", "jupytext", "nbformat", "numpy", "IPython")


@pytest.mark.parametrize("line", LIGHT)
def test_quick_commands_import_nothing_heavy(line, tmp_path, toy):
    shutil.copy(toy.solution, tmp_path / "01_greet.py") if line.startswith(("reset", "submit")) else None
    code = (
        "import sys; from course.cli import cli\n"
        "try: cli.main(sys.argv[1:], standalone_mode=False)\n"
        "except SystemExit: pass\n"
        f"print('heavy:', [m for m in {HEAVY!r} if m in sys.modules], file=sys.stderr)"
    )
    environment = {**os.environ, "COURSE_ROOT": str(toy.root)}
    done = subprocess.run(
        [sys.executable, "-c", code, *line.split()],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stderr.strip().splitlines()[-1] == "heavy: []"


@pytest.mark.parametrize("line", ["--help", "list", "fetch tensors", "hint tensors"])
def test_quick_commands_cost_little_on_the_whole_course(line, tmp_path):
    code = (
        "import resource, subprocess, sys\n"
        "subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)\n"
        "used = resource.getrusage(resource.RUSAGE_CHILDREN); print(used.ru_utime + used.ru_stime)"
    )
    costs = []
    for _ in range(3):
        done = subprocess.run(
            [sys.executable, "-c", code, str(COURSE), *line.split()],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=True,
        )
        costs.append(float(done.stdout))
    assert min(costs) < 0.3


def test_the_shell_sees_the_exit_codes_and_two_streams(tmp_path, toy):
    environment = {**os.environ, "COURSE_ROOT": str(toy.root)}

    def run(*line):
        return subprocess.run(
            [str(COURSE), *line], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
        )

    assert run("fetch", "greet").returncode == 0
    failed = run("check", "greet")
    assert failed.returncode == 1
    assert "not attempted" in failed.stdout
    assert "Next:" in failed.stderr
    wrong = run("check", "greeet")
    assert (wrong.returncode, wrong.stdout) == (2, "")


# --- what a newcomer ran into


def test_fetching_the_other_form_carries_the_work_over(course, toy):
    course("fetch greet")
    fill("double")
    ran = course("fetch greet --notebook")
    assert ran.code == 0
    assert "holds what 01_greet.py holds" in ran.err
    assert "return x * 2" in Path("01_greet.ipynb").read_text()
    Path("01_greet.py").unlink()
    assert course("fetch greet").code == 0
    assert "return x * 2" in Path("01_greet.py").read_text()


def test_a_twin_that_cannot_be_read_stops_the_fetch_and_writes_nothing(course):
    Path("01_greet.ipynb").write_text("{")
    ran = course("fetch greet")
    assert ran.code == 2
    assert "01_greet.ipynb" in ran.err
    assert not Path("01_greet.py").exists()


def test_a_hint_that_stood_under_a_failure_is_not_given_again_alone(course):
    course("fetch greet")
    fill(greet="return 1")
    assert "f-string" in course("check greet.greet").out
    assert course("hint greet.greet").out.count("hint 2 of") == 1


def test_submit_says_what_is_open(course):
    course("fetch greet")
    fill(double="return (")
    assert "does not parse" in course("submit greet --yes").err
    course("reset greet --yes")
    course("fetch greet --notebook")
    assert "1 of the questions have no answer yet" in course("submit greet --yes").err


def test_a_task_without_its_unit_is_named_with_it(course):
    assert "say greet.double" in course("check double").err


def test_a_file_that_is_not_there_is_the_first_thing_to_say(course):
    assert "there is no such file" in course("check --file nope.py").err


def test_the_score_names_every_check_that_failed(course, toy):
    write_reference(toy)
    path = Path("01_greet.py")
    path.write_text(path.read_text().replace("return x * 2", "return x + 2"))
    course("submit greet --yes")
    out = course("score greet").out
    assert "more checks not passed:" in out
    assert "- double works on any shape" in out
