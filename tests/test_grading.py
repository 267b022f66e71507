"""course/grading.py: a unit and a submission to a report, by the toy course."""

import json
import signal
import time
from dataclasses import replace
from pathlib import Path

import pytest

from course.report import Report, Status

GOLDEN = Path(__file__).parent / "golden"


def statuses(report):
    return {check.id: check.status.value for check in report.checks}


def test_the_reference_passes_everything_but_what_needs_a_gpu(grade):
    report = grade()
    assert (report.points, report.max_points, report.deferred_points) == (10, 10, 1)
    assert report.exit_code == 0


def test_the_stub_reads_not_attempted(grade, toy):
    report = grade(base=toy.exercise.read_text())
    assert report.points == 0
    assert set(statuses(report).values()) <= {"not_attempted", "skipped", "deferred"}


def test_an_unreadable_file_is_judged_by_as_many_points_as_any_other(grade, grader, toy):
    report = grader.unreadable(toy, "a\x1b[2J.py", b"{", "a.py: is no Python")
    assert (report.points, report.max_points) == (0, grade().max_points)
    assert report.submission["name"].isprintable()


@pytest.mark.parametrize(
    ("name", "cell"),
    [
        ("wrong", "def double(x):\n    return x + 2\n"),
        ("error", "def greet(name):\n    return name.nope\n"),
        ("crash", "import os\ndef greet(name):\n    os._exit(3)\n"),
        ("broken_cell", "def greet(name:\n    return name\n"),
    ],
)
def test_reports_are_golden(grade, name, cell):
    base = Path(__file__).parent.joinpath("toy_course/solutions/01_greet.py").read_text()
    if name == "broken_cell":
        base = base.replace("greet(name: str) -> str", "old_greet(name: str) -> str")
    data = grade(cell, base=base).to_dict()
    for check in data["checks"]:
        check["seconds"] = 0
    for key in ("course", "torch", "python", "device", "isolation"):
        data["environment"][key] = "-"
    path = GOLDEN / f"{name}.json"
    assert data == json.loads(path.read_text()), f"if the change is meant, write the new report to {path}"


def test_the_same_seed_gives_the_same_report_but_for_durations(grade):
    def text(seed):
        data = grade("def double(x):\n    print(x)\n    return x + 2\n", seed=seed).to_dict()
        for check in data["checks"]:
            check["seconds"] = 0
        return json.dumps(data)

    assert text(3) == text(3)
    assert text(3) != text(4)


def test_a_mistake_is_named_and_explained(grade):
    check = next(c for c in grade("def double(x):\n    return x + 2\n").checks if c.id == "double.ragged")
    assert check.mistake == "added-two"
    assert "added two instead of multiplying" in check.message
    assert check.hint == "Multiply."


def test_hidden_values_and_source_never_show(grade):
    for cell in (
        "def double(x):\n    return x + 2\n",
        "def greet(name):\n    return 'Hello, Ada!'\n",
        "def greet(name): 1/0",
    ):
        text = grade(cell).to_json()
        assert "CANARY" not in text
        assert "test_hidden" not in text


def test_a_visible_check_shows_its_small_values(grade):
    check = next(
        c for c in grade("def double(x):\n    return x + 2\n").checks if c.id == "double.one_and_two"
    )
    assert "got      [3.0, 5.0]" in check.message


def test_a_prerequisite_that_fails_skips_what_waits_for_it(grade):
    assert statuses(grade("def greet(name):\n    return 'no'\n"))["greet.other_names"] == "skipped"


def test_changing_an_argument_fails_the_check_by_name(grade):
    report = grade("def double(x):\n    x *= 2\n    return x\n")
    failed = [c for c in report.checks if c.task == "double"]
    assert {c.mistake for c in failed} == {"changed-its-input"}


def test_state_left_by_one_check_costs_no_other_its_points(grade):
    poison = (
        "_double = double\ndef double(x):\n    import torch\n    torch.set_default_dtype(torch.float64)\n"
        "    torch.set_grad_enabled(False)\n    global greet\n    greet = None\n    return _double(x)\n"
    )
    assert set(statuses(grade(poison)).values()) == {"passed", "deferred"}


def test_a_crash_ends_one_check_and_the_next_gets_a_new_guest(grade):
    got = statuses(grade("import os\ndef greet(name):\n    os._exit(0)\n"))
    assert got["greet.ada"] == "crashed"
    assert got["double.ragged"] == got["Counter.two_counters"] == "passed"


def test_a_hang_while_loading_is_said_once_per_check_and_waited_for_once(grade):
    report = grade("while True: pass\n")
    assert {c.status for c in report.checks} - {Status.DEFERRED, Status.SKIPPED} == {Status.TIMEOUT}
    assert sum(c.seconds for c in report.checks) < 1


def test_a_missing_function_is_named_and_a_misspelled_one_found(grade, toy):
    base = toy.solution.read_text().replace("def double", "def duoble")
    messages = {c.id: c.message for c in grade(base=base).checks}
    assert "double is not defined" in messages["double.ragged"]
    base = toy.solution.read_text().replace("def double", "def d\u043euble")
    messages = {c.id: c.message for c in grade(base=base).checks}
    assert "d\\u043euble" in messages["double.ragged"]


def test_a_wrong_signature_is_an_error_that_shows_pythons_words(grade):
    check = next(c for c in grade("def greet():\n    return 'Hello, Ada!'\n").checks if c.id == "greet.ada")
    assert check.status is Status.ERROR
    assert "takes 0 positional arguments but 1 was given" in check.message


def test_only_the_wanted_checks_run(grade):
    assert {c.task for c in grade(tasks=frozenset({"greet"})).checks} == {"greet"}
    assert all(c.visible for c in grade(hidden=False).checks)


def test_values_that_break_a_check_cost_the_submission_not_us(grade):
    report = grade("class Counter:\n    def tick(self): return object()\n")
    assert {c.status for c in report.checks if c.task == "Counter"} == {Status.FAILED, Status.DEFERRED}


def copy_toy(tmp_path, change):
    import shutil

    from course.catalog import load_catalog

    shutil.copytree(Path(__file__).parent / "toy_course", tmp_path / "toy")
    path = tmp_path / "toy/graders/01_greet/test_hidden.py"
    path.write_text(change(path.read_text()))
    return load_catalog(tmp_path / "toy").units[0]


def test_a_broken_check_costs_nothing_and_names_its_line(grader, tmp_path):
    from course.source import parse_submission

    unit = copy_toy(tmp_path, lambda text: text.replace("x = torch.randn(3, 5)", "x = torch.rnd(3, 5)"))
    report = grader.grade(unit, parse_submission("a.py", unit.solution.read_bytes()))
    check = next(c for c in report.checks if c.id == "double.ragged")
    assert check.status is Status.GRADER_FAULT
    assert (report.points, report.max_points, report.exit_code) == (8, 8, 3)
    assert "01_greet/test_hidden.py, line 11" in check.fault
    assert "test_hidden" not in check.message


def test_a_grader_file_that_does_not_load_is_our_fault(grader, tmp_path):
    from course.source import parse_submission

    unit = copy_toy(
        tmp_path, lambda text: text.replace("import torch\n", "import torch\nimport no_such_module\n")
    )
    report = grader.grade(unit, parse_submission("a.py", unit.solution.read_bytes()))
    hidden = [c for c in report.checks if not c.visible]
    assert {c.status for c in hidden} == {Status.GRADER_FAULT}
    assert "no_such_module" in hidden[0].fault
    assert report.exit_code == 3


def test_a_report_survives_json(grade):
    report = grade("def greet(name):\n    return 'no'\n")
    assert Report.from_dict(json.loads(report.to_json())) == report


def test_points_are_the_sum_of_the_checks(grade):
    report = grade("def double(x):\n    return x\n")
    assert report.points == sum(c.points for c in report.checks if c.status is Status.PASSED)
    assert report.max_points == sum(c.points for c in report.checks) - report.deferred_points


def test_the_report_says_which_layers_held(grade):
    isolation = grade().environment.isolation
    assert isolation
    assert set(isolation) <= {"user", "pid", "net", "ipc", "mount", "landlock", "seccomp", "caps", "rlimits"}


def test_a_task_that_calls_a_stub_says_which_one_it_waits_for(grade, toy):
    base = toy.exercise.read_text()
    report = grade("def greet(name):\n    double(torch.ones(1))\n    return f'Hello, {name}!'\n", base=base)
    check = next(c for c in report.checks if c.id == "greet.ada")
    assert check.status is Status.NOT_ATTEMPTED
    assert check.message == "Waits for double, which is still the stub."
    assert check.waits_for == "double"
    assert next(c for c in report.checks if c.task == "double").waits_for is None


def test_a_name_that_a_broken_cell_was_to_make_leads_to_that_cell(grade):
    report = grade(
        "import no_such_module\nimport statistics\nFACTOR = 2\n", "def double(x):\n    return FACTOR * x\n"
    )
    check = next(c for c in report.checks if c.task == "double")
    assert check.status is Status.ERROR
    assert check.message.startswith(
        "double needs FACTOR, and the cell that makes it raised ModuleNotFoundError: No module named 'no_such_module'"
    )
    assert check.hint.startswith("mend that cell first")


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("open('data.csv')", "an empty folder of their own"),
        ("input()", "no keyboard"),
        ("breakpoint()", "no terminal"),
        ("import urllib.request; urllib.request.urlopen('http://example.com')", "no network"),
    ],
)
def test_what_is_different_where_checks_run_is_said(grade, code, words):
    report = grade(f"def greet(name):\n    {code}\n")
    assert words in next(c for c in report.checks if c.id == "greet.ada").message


@pytest.mark.parametrize("where", ["True", "len(x) != 2"])  # in a visible check, in a hidden one
def test_a_run_that_is_interrupted_leaves_the_grader_as_good_as_new(grade, where):
    def interrupt(*_):
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, 1.0)
    try:
        with pytest.raises(KeyboardInterrupt):
            grade(f"def double(x):\n    while {where}: pass\n    return x * 2\n")
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    report = grade()
    assert (report.points, report.max_points) == (10, 10)


def test_a_not_implemented_error_of_the_students_own_is_no_stub(grade):
    report = grade("def greet(name):\n    raise NotImplementedError('no greeting for ' + name)\n")
    check = next(c for c in report.checks if c.id == "greet.ada")
    assert check.status is Status.ERROR
    assert "no greeting for" in check.message


def test_checks_of_one_task_that_fail_alike_share_the_guest_of_the_second_look(grade, sandbox, monkeypatch):
    started = []
    guest = type(sandbox).guest

    def counted(self, *arguments):
        started.append(arguments)
        return guest(self, *arguments)

    monkeypatch.setattr(type(sandbox), "guest", counted)
    found = statuses(grade("class Counter:\n    count = 0\n    def tick(self):\n        return 1 / 0\n"))
    assert [found[id] for id in found if id.startswith("Counter.")] == ["error", "error", "deferred"]
    assert len(started) == 2  # the one that all begin in, and one for both checks that fail


def test_a_task_whose_state_another_has_spoilt_gets_a_fresh_guest_for_each_of_its_checks_that_needs_one(
    grade,
):
    """greet breaks double's torch.mul, but only for those who come later; Counter is wrong by itself."""
    found = statuses(
        grade(
            "spoilt = []\n"
            "def greet(name):\n    spoilt.append(name)\n    return f'Hello, {name}!'\n"
            "class Counter:\n"
            "    def __init__(self):\n        self.count = 0\n"
            "    def tick(self):\n        self.count += 1 + len(spoilt)\n        return self.count\n"
        )
    )
    assert set(found.values()) == {"passed", "deferred"}


def test_a_task_that_hangs_gets_less_time_for_its_other_checks(grade):
    report = grade("def double(x):\n    while True: pass\n")
    times = [
        check.message.split(" within ")[1].split()[0] for check in report.checks if check.task == "double"
    ]
    assert times == ["1", "0.2", "0.2"]  # 0.2 in the second look, too
    assert {check.status.value for check in report.checks if check.task != "double"} == {"passed", "deferred"}


def test_a_submission_has_a_deadline_for_everything(grade, toy):
    short = replace(toy, limits=replace(toy.limits, total_seconds=1.5))
    began = time.monotonic()
    report = grade("import time\ndef double(x):\n    time.sleep(0.8)\n    return 2 * x\n", unit=short)
    assert time.monotonic() - began < 5
    first, *others = [check for check in report.checks if check.status is not Status.DEFERRED]
    assert first.status is Status.PASSED
    assert {check.status for check in others} <= {Status.TIMEOUT, Status.SKIPPED}
    assert others[-1].message == "not run: the checks before it have taken 1.5 s, all that a submission gets"
