"""course/watch.py: a save is seen, only what changed is checked, and the keys work in a real terminal."""

import os
import pty
import re
import select
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from course.plan import read_plan
from course.watch import changed_tasks, cut

TOY = Path(__file__).parent / "toy_course"
SOURCE = (TOY / "solutions/01_greet.py").read_text()


def changed(toy, old, new):
    return set(changed_tasks(cut(old, toy.tasks), cut(new, toy.tasks), read_plan(toy)))


def test_only_the_task_that_changed_is_checked_again(toy):
    assert changed(toy, SOURCE, SOURCE.replace("x * 2", "x + x")) == {"double"}
    assert changed(toy, SOURCE, SOURCE.replace("Hello", "Hi")) == {"greet"}


def test_a_comment_or_an_empty_line_changes_nothing(toy):
    assert changed(toy, SOURCE, SOURCE + "\n\n# a remark\n") == set()


def test_a_change_outside_of_the_tasks_checks_all(toy):
    everything = set(toy.tasks)
    assert changed(toy, SOURCE, SOURCE.replace("import torch", "import torch, math")) == everything
    assert changed(toy, SOURCE, SOURCE + "\ndef helper(): return 1\n") == everything
    assert changed(toy, SOURCE, SOURCE + "\ndef broken(:\n") == everything


def test_a_task_that_uses_a_changed_one_is_checked_too(toy):
    using = SOURCE.replace('return f"Hello, {name}!"', 'double(1); return f"Hello, {name}!"')
    assert changed(toy, using, using.replace("x * 2", "x + x")) == {"double", "greet"}


class Terminal:
    """A command in a pseudo-terminal."""

    def __init__(self, command, folder, **environment):
        self.master, slave = pty.openpty()
        self.process = subprocess.Popen(
            command, cwd=folder, stdin=slave, stdout=slave, stderr=slave, start_new_session=True,
            env={**os.environ, "COURSE_ROOT": str(TOY), "TERM": "xterm", **environment},
        )  # fmt: skip
        os.close(slave)
        self.text = ""

    def wait_for(self, words, seconds=90):
        """Reads until the words stand after what was waited for before."""
        deadline = time.monotonic() + seconds
        while not re.search(words, self.text):
            left = deadline - time.monotonic()
            ready, _, _ = select.select([self.master], [], [], max(left, 0))
            assert ready, f"{words!r} did not come; the terminal shows:\n{self.text}"
            self.text += os.read(self.master, 65536).decode("utf-8", "replace")
        found = re.search(words, self.text)
        self.text = self.text[found.end() :]
        return found[0]

    def press(self, key):
        os.write(self.master, key.encode())

    def close(self):
        self.process.kill()
        self.process.wait()
        os.close(self.master)


@pytest.fixture
def terminal(tmp_path):
    shutil.copy(TOY / "exercises/01_greet.py", tmp_path)
    opened = []

    def start(**environment):
        opened.append(Terminal([sys.executable, "-m", "course", "watch", "greet"], tmp_path, **environment))
        return opened[-1]

    yield start
    for one in opened:
        one.close()


@pytest.mark.parametrize(
    "environment", [{}, {"NO_COLOR": "1", "WATCHFILES_FORCE_POLLING": "1"}], ids=["inotify", "polling"]
)
def test_a_save_is_checked_and_keys_are_obeyed(terminal, tmp_path, environment):
    screen = terminal(**environment)
    screen.wait_for("checked all tasks in")
    if environment:
        screen.wait_for("looking every 0.3 s instead")
    screen.wait_for("q quit|$")
    time.sleep(0.5)  # the watching thread starts after the first screen
    path = tmp_path / "01_greet.py"
    path.write_text(path.read_text().replace('raise NotImplementedError("double")', "return x * 2"))
    screen.wait_for("passed")
    screen.wait_for("checked double in")
    screen.press("h")
    screen.wait_for("greet: Use an f-string")
    screen.press("n")
    screen.wait_for("Next: greet")
    screen.press("a")
    screen.wait_for("checked all tasks in")
    screen.press("q")
    assert screen.process.wait(20) == 0
    if environment:
        assert "\x1b[3" not in screen.text
