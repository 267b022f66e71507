"""course/sandbox/cgroup.py, on this machine's control groups and on made-up trees."""

import contextlib
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from course.sandbox import cgroup
from course.sandbox.cgroup import Group, Groups
from course.sandbox.confine import Limits
from course.sandbox.host import Sandbox
from course.sandbox.tidy import owner

can_have = pytest.mark.skipif(Groups().reason is not None, reason=f"{Groups().reason} on this machine")
SMALL = Limits(memory_mib=64, scratch_mib=1, processes=4)


@pytest.fixture
def group():
    made = Groups().make(SMALL)
    yield made
    end = time.monotonic() + 10
    while not made.remove() and time.monotonic() < end:
        time.sleep(0.05)
    assert not any(folder.exists() for folder in made.folders)


def run_in(group, code):
    """A Python process born outside, put into the group, then told to go."""
    with subprocess.Popen([sys.executable, "-c", f"input()\n{code}"], stdin=subprocess.PIPE,
                          stdout=subprocess.PIPE, text=True) as process:  # fmt: skip
        group.add(process.pid)
        out, _ = process.communicate("\n", timeout=60)
        return process.returncode, out


@can_have
def test_the_kernel_refuses_more_tasks_than_the_cap(group):
    code = (
        "import os, time\nn = 0\nchildren = []\n"
        "try:\n    while n < 1000:\n        pid = os.fork()\n"
        "        if pid == 0: time.sleep(30); os._exit(0)\n        children.append(pid); n += 1\n"
        "except OSError as error: print(n, type(error).__name__)\n"
        "finally: [os.kill(pid, 9) for pid in children]\n"
    )
    _, out = run_in(group, code)
    count, error = out.split()
    assert error == "BlockingIOError"
    assert int(count) == SMALL.processes + cgroup.SLACK_TASKS - 1


@can_have
def test_the_kernel_ends_what_grabs_more_memory_than_the_cap_and_says_so(group):
    assert not group.out_of_memory()
    code, out = run_in(group, "data = [bytearray(2**20) for _ in range(2000)]\nprint('had it')")
    assert code == -9
    assert "had it" not in out
    assert group.out_of_memory()


@can_have
def test_a_guest_lives_in_a_group_that_goes_with_it(guest):
    with Sandbox() as sandbox:
        one = sandbox.guest(SMALL)
        where = Path(f"/proc/{one.pid}/cgroup").read_text()
        assert "/course-" in where
        warm = sandbox._process.pid
        one.close()
        assert within(10, lambda: not left(warm))


def within(seconds, condition):
    end = time.monotonic() + seconds
    while time.monotonic() < end and not condition():
        time.sleep(0.05)
    return condition()


def left(warm):
    """The groups of one warm parent that are still there."""
    return [path for base in Groups()._bases for path in base.glob(f"course-*-{warm}-*")]


@can_have
def test_groups_of_a_killed_warm_parent_are_swept():
    groups = Groups()
    dead = subprocess.Popen(["true"])
    dead.wait()
    namespace = owner().split("-")[0]
    folders = [base / f"course-{namespace}-{dead.pid}-0" for base in groups._bases]
    elsewhere = [
        base / f"course-4026531000-{dead.pid}-0" for base in groups._bases
    ]  # of another PID namespace
    for folder in folders + elsewhere:
        folder.mkdir()
    try:
        cgroup.sweep()
        assert not any(folder.exists() for folder in folders)
        assert all(folder.exists() for folder in elsewhere)
    finally:
        for folder in elsewhere:
            folder.rmdir()


def tree(root, here, handed_down):
    """A made-up version 2 hierarchy in which this process is at `here`."""
    folder = root / here
    folder.mkdir(parents=True)
    (root / "cgroup.controllers").write_text("cpu memory pids\n")
    for place in (root, folder, folder.parent):
        (place / "cgroup.procs").write_text("")
        (place / "cgroup.subtree_control").write_text(handed_down if place == folder.parent else "")
    return folder


@pytest.mark.parametrize(("handed_down", "found"), [("memory pids", True), ("cpu", False)])
def test_version_2_is_used_beside_us_where_the_controllers_are_handed_down(
    tmp_path, monkeypatch, handed_down, found
):
    folder = tree(tmp_path, "user.slice/app.scope", handed_down)
    read_text = Path.read_text

    def lying(path, *args, **kwargs):
        return (
            "0::/user.slice/app.scope\n"
            if str(path) == "/proc/self/cgroup"
            else read_text(path, *args, **kwargs)
        )

    monkeypatch.setattr(Path, "read_text", lying)
    groups = Groups(tmp_path)
    assert (groups.reason is None) == found
    made = groups.make(SMALL)
    assert (made is not None) == found
    if made is not None:
        assert [f.parent for f in made.folders] == [folder.parent]
        (made.folders[0] / "memory.events").write_text("low 0\noom 1\noom_kill 1\n")
        assert made.out_of_memory()


def test_without_any_group_there_is_a_reason_and_no_group(tmp_path):
    groups = Groups(tmp_path)
    assert groups.make(SMALL) is None
    assert "control group" in groups.reason


def test_a_group_that_is_gone_counts_as_removed(tmp_path):
    assert Group((tmp_path / "gone",)).remove()
    with contextlib.suppress(OSError):
        os.mkdir(tmp_path / "full")
    (tmp_path / "full" / "x").write_text("")
    assert not Group((tmp_path / "full",)).remove()
