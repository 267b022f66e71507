"""The second look at a check that fails in a used guest: no accident, and no other check, costs a point there."""

import os
import signal

import pytest

from course.grading import Grader
from course.report import Status
from course.sandbox.channel import Guest
from course.sandbox.host import GuestCrashed, GuestTimeout, Sandbox, SandboxGone
from course.source import parse_submission


def statuses(report):
    return {check.id: check.status.value for check in report.checks}


@pytest.fixture
def started(sandbox, monkeypatch):
    """The guests that were started, as a list that grows."""
    found = []
    guest = type(sandbox).guest

    def counted(self, *arguments):
        found.append(guest(self, *arguments))
        return found[-1]

    monkeypatch.setattr(type(sandbox), "guest", counted)
    return found


WRONG_FOR_ONE_SHAPE = """
spoilt = []


def double(x):
    if x.shape == (2,):
        spoilt.append(x)
        return {wrong}
    return x * 2 + len(spoilt)
"""


@pytest.mark.parametrize("wrong", ["x", "x + 2", "None", "1 / 0", "[x]"])
def test_a_check_that_fails_and_leaves_state_costs_no_other_of_its_task_its_points(grade, wrong):
    found = statuses(grade(WRONG_FOR_ONE_SHAPE.format(wrong=wrong)))
    assert found["double.one_and_two"] in ("failed", "error")
    assert found["double.ragged"] == found["double.integers"] == "passed"


def test_a_crash_that_a_failing_check_prepares_costs_no_other_its_points(grade):
    code = WRONG_FOR_ONE_SHAPE.replace(
        "    return x * 2 + len(spoilt)", "    if spoilt:\n        os._exit(3)\n    return x * 2"
    )
    found = statuses(grade("import os\n" + code.format(wrong="x + 1")))
    assert found["double.ragged"] == found["double.integers"] == "passed"


def test_checks_that_fail_alike_share_a_guest_and_others_do_not(grade, started):
    found = statuses(grade("def double(x):\n    return x + 2\n"))
    assert [found[id] for id in found if id.startswith("double.")] == ["failed"] * 3
    alike = len(started)
    found = statuses(grade("def double(x):\n    return x + 2 if x.is_floating_point() else None\n"))
    assert [found[id] for id in found if id.startswith("double.")] == ["failed"] * 3
    assert len(started) - alike == alike + 1


@pytest.mark.parametrize("status", [Status.FAILED, Status.ERROR])
def test_what_passes_only_after_a_failure_of_its_own_gains_no_more_than_it_would_alone(grade, status):
    wrong = "1 / 0" if status is Status.ERROR else "x"
    code = (
        f"calls = []\ndef double(x):\n    calls.append(1)\n    return x * 2 if len(calls) == 2 else {wrong}\n"
    )
    found = statuses(grade(code))
    assert sum(found[id] == "passed" for id in found if id.startswith("double.")) <= 1


def test_functions_that_are_right_only_at_their_first_call_pass_one_check_of_a_task_each(grade):
    code = (
        "def once(function):\n    calls = []\n"
        "    def first_only(*args):\n        calls.append(1)\n"
        "        return function(*args) if len(calls) == 1 else None\n"
        "    return first_only\n"
        "double, greet, Counter = once(double), once(greet), once(Counter)\n"
    )
    report = grade(code)
    for task in ("double", "greet", "Counter"):
        assert sum(check.status is Status.PASSED for check in report.checks if check.task == task) <= 1, task


BROKEN = {
    "killed": lambda: GuestCrashed("double ended Python by signal 9", killed=True),
    "no warm parent": lambda: SandboxGone("the warm parent ended"),
}


@pytest.mark.parametrize("why", BROKEN)
@pytest.mark.parametrize("call", range(1, 9))
def test_one_accident_at_any_call_costs_no_points(grade, monkeypatch, why, call):
    """greet crashes, so that what follows runs twice in a fresh guest; double fails where greet has run before."""
    calls = []
    ask = Guest._ask

    def accident(guest, *arguments):
        calls.append(1)
        if len(calls) == call:
            raise guest._end(BROKEN[why]())
        return ask(guest, *arguments)

    code = (
        "class Counter:\n    count = 0\n    def tick(self):\n        self.count += 1 + len(spoilt)\n        return self.count\n"
        "spoilt = []\n_greet = greet\n"
        "def greet(name):\n    spoilt.append(name)\n    return _greet(name)\n"
    )
    with monkeypatch.context() as patch:
        patch.setattr(Guest, "_ask", accident)
        report = grade(code)
    assert {check.status for check in report.checks} <= {Status.PASSED, Status.DEFERRED}, report.to_json(
        indent=1
    )
    assert len(calls) >= call


@pytest.mark.parametrize("kind", [GuestTimeout, GuestCrashed])
def test_a_file_that_has_loaded_once_gets_a_second_try_in_a_later_guest(grade, monkeypatch, kind):
    loads = []
    load = Guest.load

    def slow(guest, *arguments):
        loads.append(1)
        if len(loads) == 2:
            raise guest._end(kind("running your file did not finish within 5 s"))
        return load(guest, *arguments)

    with monkeypatch.context() as patch:
        patch.setattr(Guest, "load", slow)
        found = statuses(grade("import os\ndef greet(name):\n    os._exit(1)\n"))
    assert found["Counter.two_counters"] == found["double.ragged"] == "passed"
    assert len(loads) >= 3


def test_a_file_that_never_loads_again_is_not_tried_for_each_check(grade, monkeypatch):
    loads = []
    load = Guest.load

    def once(guest, *arguments):
        loads.append(1)
        if len(loads) > 1:
            raise guest._end(GuestTimeout("running your file did not finish within 5 s"))
        return load(guest, *arguments)

    with monkeypatch.context() as patch:
        patch.setattr(Guest, "load", once)
        grade("import os\ndef greet(name):\n    os._exit(1)\n")
    assert len(loads) == 3


def test_a_task_that_another_one_slows_down_gets_its_whole_time_in_the_second_look(grade):
    """double hangs where greet has run before; alone, it needs half of its second."""
    code = (
        "import time\nspoilt = []\n_counter = Counter.tick\n"
        "def greet(name):\n    spoilt.append(name)\n    return f'Hello, {name}!'\n"
        "def tick(self):\n    time.sleep(9 if spoilt else 0.1)\n    return _counter(self)\n"
        "Counter.tick = tick\n"
    )
    report = grade(code)
    assert {check.status for check in report.checks} <= {Status.PASSED, Status.DEFERRED}


def test_a_killed_guest_of_the_second_look_is_looked_at_again(toy):
    """The same with a real signal from outside."""
    code = (
        "class Counter:\n    count = 0\n    def tick(self):\n        self.count += 1 + len(spoilt)\n        return self.count\n"
        "spoilt = []\n_greet = greet\n"
        "def greet(name):\n    spoilt.append(name)\n    return _greet(name)\n"
    )
    text = toy.solution.read_text() + "\n\n# %%\n" + code
    with Sandbox() as own, pytest.MonkeyPatch.context() as patch:
        ask, asked = Guest._ask, []

        def killed_outside(guest, *arguments):
            asked.append(guest)
            if len({id(one) for one in asked}) == 2 and asked.count(guest) == 1:
                guest._selector.select(0.5)  # the process id comes with the first word
                guest._hear("double") if not guest.pid else None
                os.kill(guest.pid, signal.SIGKILL)
            return ask(guest, *arguments)

        patch.setattr(Guest, "_ask", killed_outside)
        report = Grader(own).grade(toy, parse_submission("01_greet.py", text.encode()), seed=3)
    assert {check.status for check in report.checks} <= {Status.PASSED, Status.DEFERRED}, report.to_json(
        indent=1
    )
