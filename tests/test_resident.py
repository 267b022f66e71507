"""course/resident.py: the warm parent that stays is this user's, is the right one, and goes."""

import os
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from course import resident
from course.jobs import Job
from course.resident import ResidentWorker, connect, runtime_folder, socket_path, status

TOY = Path(__file__).parent / "toy_course"
GOOD = (TOY / "solutions/01_greet.py").read_bytes()
pytestmark = pytest.mark.xdist_group("resident")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A runtime folder of the tests' own, whose resident is ended at the end."""
    folder = tmp_path_factory.mktemp("run")
    old = {name: os.environ.get(name) for name in ("XDG_RUNTIME_DIR", "COURSE_COLD")}
    os.environ["XDG_RUNTIME_DIR"] = str(folder)
    os.environ.pop("COURSE_COLD", None)
    yield folder
    for path in folder.rglob("*.sock"):
        path.unlink()  # a resident ends when its socket is gone
    for name, value in old.items():
        os.environ.pop(name, None)
        if value is not None:
            os.environ[name] = value


def job(data=GOOD, **changes):
    return Job("k", TOY, "greet", "01_greet.py", data, 1, **changes)


def run(data=GOOD):
    worker = ResidentWorker()
    done = worker.run(job(data))
    cold = worker._cold is not None
    worker.close()
    return done, cold


def test_the_first_command_starts_it_and_the_next_ones_share_it(folder):
    first, cold = run()
    assert not cold
    assert first.report.points == 10
    process = status()["warm"]
    for data, points in ((GOOD, 10), (GOOD + b"\ndef double(x): return x\n", 6), (b"", 0), (GOOD, 10)):
        done, cold = run(data)
        assert not cold
        assert done.report.points == points
    assert status()["warm"] == process


def test_a_crash_in_a_guest_leaves_it_standing(folder):
    done, cold = run(GOOD + b"\nimport os\ndef greet(name): os._exit(1)\n")
    assert not cold
    assert done.report.points < 10
    assert run()[0].report.points == 10


def test_the_parent_never_loads_a_grader_or_a_submission(folder):
    run()
    pid = status()["warm"]
    maps = Path(f"/proc/{pid}/maps").read_text()
    assert "torch" in maps
    probe = "import sys; print([m for m in sys.modules if 'grader' in m or m == 'submission'])"
    # what it imports is what its source names; a fork with a guest proves that no such module is inherited
    code = (
        GOOD
        + f"\nimport sys\ndef greet(name): return str([m for m in sys.modules if m.startswith('course_graders')])\n# {probe}\n".encode()
    )
    done, _ = run(code)
    check = next(c for c in done.report.checks if c.id == "greet.ada")
    assert "got      '[]'" in check.message


def test_another_engine_environment_or_set_of_layers_gets_another_socket(folder, monkeypatch):
    path = socket_path()
    assert socket_path(frozenset({"landlock"})) != path
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "7")
    assert socket_path() != path
    monkeypatch.delenv("CUDA_VISIBLE_DEVICES")
    monkeypatch.setattr(sys, "version", "another")
    assert socket_path() != path


@pytest.mark.parametrize("mode", [0o755, 0o770, 0o707])
def test_a_folder_that_others_can_enter_is_not_used(folder, tmp_path, monkeypatch, mode):
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    (tmp_path / "course").mkdir()
    (tmp_path / "course").chmod(mode)
    assert runtime_folder() is None


def test_a_folder_that_is_a_link_is_not_used(folder, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    (tmp_path / "elsewhere").mkdir(mode=0o700)
    (tmp_path / "course").symlink_to(tmp_path / "elsewhere")
    assert runtime_folder() is None


def test_a_socket_of_another_user_is_not_used(folder, tmp_path, monkeypatch):
    path = tmp_path / "x.sock"
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(path))
        listener.listen()
        with connect(path) as mine:
            assert mine is not None
        monkeypatch.setattr(resident, "peer_uid", lambda connection: os.getuid() + 1)
        assert connect(path) is None


def test_a_stale_socket_is_replaced(folder, monkeypatch):
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "")  # a place of its own
    path = socket_path()
    with socket.socket(socket.AF_UNIX) as dead:
        dead.bind(str(path))
    assert connect(path) is None
    done, cold = run()
    assert not cold
    assert done.report.points == 10


def test_it_ends_by_itself_when_idle(folder, monkeypatch):
    monkeypatch.setenv("COURSE_IDLE_SECONDS", "0.1")
    done, _ = run()
    assert done.report.points == 10
    path = socket_path()
    deadline = time.monotonic() + 60
    while path.exists() and time.monotonic() < deadline:
        time.sleep(0.2)
    assert not path.exists()


def test_cold_means_that_nothing_stays(folder, tmp_path):
    environment = {
        **os.environ,
        "COURSE_COLD": "1",
        "XDG_RUNTIME_DIR": str(tmp_path),
        "COURSE_ROOT": str(TOY),
    }
    (tmp_path / "01_greet.py").write_bytes(GOOD)
    command = [sys.executable, "-m", "course", "check", "greet"]
    result = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert result.returncode == 0, result.stderr
    assert not list(tmp_path.rglob("*.sock"))


def test_the_folder_of_a_resident_that_was_killed_is_removed_by_the_next(tmp_path):
    note = tmp_path / "warm.folder"
    first = Path(resident.new_mountpoint(note))
    (first / "scratch").mkdir()
    foreign = tmp_path / "foreign"
    foreign.mkdir()
    second = Path(resident.new_mountpoint(note))
    assert not first.exists()
    note.write_text(str(foreign))  # nothing but what such a folder is named and where it lies is removed
    Path(resident.new_mountpoint(note)).rmdir()
    assert foreign.exists()
    second.rmdir()
