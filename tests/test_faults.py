"""Faults of our own: whatever of ours is killed or missing, the run goes on, and no student pays for it."""

import contextlib
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from course.errors import SandboxError
from course.grading import Grader
from course.report import Status
from course.sandbox import tidy
from course.sandbox.host import Cell, GuestEnded, Program, Sandbox, SandboxGone
from course.sandbox.watch import children, descendants
from course.source import parse_submission

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture
def own(tmp_path):
    """A sandbox of this test's own, which it may break."""
    with Sandbox() as sandbox:
        sandbox.guest().close()
        yield sandbox


def slow(toy, seconds=0.4):
    """The reference, with a `double` that takes its time."""
    cell = f"\n\n# %%\n_double = double\ndef double(x):\n    import time\n    time.sleep({seconds})\n    return _double(x)\n"
    return parse_submission("01_greet.py", (toy.solution.read_text() + cell).encode())


def later(seconds, deed):
    timer = threading.Timer(seconds, deed)
    timer.start()
    return timer


def kill(pid):
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)


@pytest.mark.parametrize("delay", [0.0, 0.2, 0.6, 1.0])
def test_a_warm_parent_that_is_killed_is_replaced_and_nobody_loses_a_point(own, toy, delay):
    timer = later(delay, lambda: kill(own._process.pid))
    report = Grader(own).grade(toy, slow(toy), seed=1)
    timer.join()
    assert {check.status for check in report.checks} <= {Status.PASSED, Status.DEFERRED}
    assert report.points == report.max_points == 10
    assert report.exit_code == 0


def test_a_guest_that_is_killed_from_outside_gets_a_second_try(own, toy):
    def deed():
        guests = descendants({own._process.pid}) - {own._process.pid} - set(children(own._process.pid)[:1])
        nursery = children(own._process.pid)[0]
        for pid in guests - descendants({nursery}):
            kill(pid)

    timer = later(0.5, deed)
    report = Grader(own).grade(toy, slow(toy), seed=1)
    timer.join()
    assert report.points == report.max_points == 10


def test_when_the_process_that_makes_namespaces_dies_no_guest_runs_without_one(own, toy):
    kill(children(own._process.pid)[0])
    time.sleep(0.2)
    report = Grader(own).grade(toy, slow(toy, 0), seed=1)
    assert report.points == report.max_points == 10
    assert report.environment.isolation["pid"] == "held"


def test_a_layer_that_fades_is_an_error_and_no_guest_runs(own, monkeypatch):
    from course.sandbox.channel import Guest

    hello = Guest.hello

    def weaker(guest, *args):
        hello(guest, *args)
        guest.held["pid"] = "unshare: No space left on device"

    monkeypatch.setattr(Guest, "hello", weaker)
    with pytest.raises(SandboxError, match="the layer pid held before and does not now: unshare"):
        own.guest()


def test_a_call_to_a_guest_whose_warm_parent_is_gone_is_our_fault(own):
    guest = own.guest()
    code = "def f():\n    import time\n    time.sleep(9)\n"
    guest.load(Program("a.py", code, (Cell("", 1, code),)))
    timer = later(0.3, lambda: kill(own._process.pid))
    with pytest.raises(SandboxGone):
        guest.call("f", (), {}, seconds=8)
    timer.join()


def test_a_warm_parent_that_cannot_live_is_said_in_one_sentence(monkeypatch, toy):
    monkeypatch.setattr(sys, "executable", "/bin/false")
    with Sandbox() as sandbox, pytest.raises(SandboxError) as caught:
        sandbox.guest()
    assert "\n" not in str(caught.value)


def test_nothing_is_left_when_the_warm_parent_is_killed(own):
    guest = own.guest()
    code = "import os, time\nif os.fork() == 0:\n    time.sleep(600)\n"
    guest.load(Program("a.py", code, (Cell("", 1, code),)))
    tree = descendants({own._process.pid})
    assert len(tree) >= 5
    mountpoint = own._mountpoint
    kill(own._process.pid)
    deadline = time.monotonic() + 15
    while time.monotonic() < deadline and any(alive(pid) for pid in tree - {own._process.pid}):
        time.sleep(0.05)
    assert not [pid for pid in tree - {own._process.pid} if alive(pid)]
    guest.close()
    own.close()
    assert not mountpoint.exists()


def alive(pid):
    try:
        return "State:\tZ" not in Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return False


HOST = """
import os, sys, time
from course.sandbox.host import Cell, Program, Sandbox
sandbox = Sandbox(%r.split(","))
guest = sandbox.guest()
code = "import os, time\\nif os.fork() == 0:\\n    time.sleep(600)\\n"
guest.load(Program("a.py", code, (Cell("", 1, code),)))
print(sandbox._process.pid, sandbox._mountpoint, flush=True)
time.sleep(600)
"""


@pytest.mark.parametrize(
    "layers", ["user,pid,net,ipc,mount,landlock,seccomp,caps,rlimits", "landlock,seccomp,caps,rlimits"]
)
def test_nothing_is_left_when_the_host_is_killed(layers):
    host = subprocess.Popen([sys.executable, "-c", HOST % layers], stdout=subprocess.PIPE, cwd=ROOT)
    warm, mountpoint = host.stdout.readline().decode().split()
    tree = descendants({int(warm)})
    host.kill()
    host.wait()
    host.stdout.close()
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline and any(map(alive, tree)):
        time.sleep(0.05)
    assert not [pid for pid in tree if alive(pid)]
    tidy.sweep()  # as the next sandbox does at its start
    assert not os.path.exists(mountpoint)


def test_host_and_warm_parent_killed_together_leave_nothing_either():
    layers = "user,pid,net,ipc,mount,landlock,seccomp,caps,rlimits"
    host = subprocess.Popen([sys.executable, "-c", HOST % layers], stdout=subprocess.PIPE, cwd=ROOT)
    warm, mountpoint = host.stdout.readline().decode().split()
    tree = descendants({int(warm)})
    kill(host.pid)
    kill(int(warm))
    host.wait()
    host.stdout.close()
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline and any(map(alive, tree)):
        time.sleep(0.05)
    assert not [pid for pid in tree if alive(pid)]
    tidy.sweep()
    assert not os.path.exists(mountpoint)


# In many containers the first process waits for nobody but its own child, so that orphans stay zombies.
LONELY = "import subprocess, sys; sys.exit(subprocess.run([sys.executable, '-c', *sys.argv[1:]]).returncode)"
KILLED = """
import os, time
from course.sandbox.host import Sandbox
from course.sandbox.watch import children
def waits(pid):
    return "State:\\tZ" not in open(f"/proc/{pid}/status").read()
with Sandbox(torch=False) as sandbox:
    guest = sandbox.guest()
    nursery = children(sandbox._process.pid)[0]
    keeper = children(nursery)[0]
    print(*(len(os.listdir(f"/proc/{pid}/fd")) for pid in (nursery, keeper)))
    os.kill(sandbox._process.pid, 9)
    sandbox._control.settimeout(10)
    try:
        print("closed" if sandbox._control.recv(1) == b"" else "open")
    except TimeoutError:
        print("open")
    guest.close()
    sandbox.guest().close()
    end = time.monotonic() + 10
    while waits(keeper) and time.monotonic() < end:
        time.sleep(0.05)
    print("waits" if waits(keeper) else "ended", flush=True)
"""
RESIDENT_KILLED = """
import os, sys, time
from pathlib import Path
from course import resident
from course.sandbox.host import ResidentSandbox
path = Path(sys.argv[1]) / "warm.sock"
resident.start(path, frozenset({"user", "pid"})).close()
with ResidentSandbox(path, {"user", "pid"}) as sandbox:
    guest = sandbox.guest()
    connection = resident.connect(path)
    connection.send(b'{"status": 1}')
    os.kill(__import__("json").loads(connection.recv(9999))["warm"], 9)
    end = time.monotonic() + 10
    while (open := resident.connect(path)) and time.monotonic() < end:
        time.sleep(0.1)
    print("open" if open else "closed", flush=True)
"""


def test_a_killed_warm_parent_is_noticed_where_nobody_waits_for_orphans():
    """Its helpers cannot end there, and must not hold its sockets open: the host would wait for its deadline."""
    nursery_holds, keeper_holds, *words = lonely(KILLED)
    assert words == ["closed", "ended"]
    assert (nursery_holds, keeper_holds) == ("4", "3")  # stdin, stdout, stderr; the nursery its channel, too


def test_a_killed_resident_is_noticed_where_nobody_waits_for_orphans(tmp_path):
    assert lonely(RESIDENT_KILLED, tmp_path) == ["closed"]


def lonely(program, *arguments):
    """The words that a program prints in a PID namespace whose first process waits for no orphans."""
    inside = ["unshare", "--user", "--map-root-user", "--pid", "--fork", "--mount-proc"]
    command = [*inside, sys.executable, "-c", LONELY, program, *arguments]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


NAMESPACELESS = """
import errno, json
from pathlib import Path
from course.sandbox import nursery, warm
def refuse(*_):
    raise OSError(errno.EAGAIN, "Resource temporarily unavailable")
nursery.confine.unshare = refuse
parent = warm.WarmParent(None, frozenset(), Path("/nowhere"))
parent.nursery, _ = nursery.start_nursery()
held = {}
print(parent.new_namespace(held), held["pid"])
"""


def test_a_namespace_that_cannot_be_made_is_said_and_not_waited_for():
    done = subprocess.run(
        [sys.executable, "-c", NAMESPACELESS], cwd=ROOT, capture_output=True, text=True, timeout=20
    )
    assert done.stdout == "(None, None, None) no namespace: Resource temporarily unavailable\n", done.stderr


@pytest.mark.parametrize(("times", "fault"), [(1, False), (2, True)])
def test_a_guest_that_cannot_be_had_costs_no_points(own, toy, monkeypatch, times, fault):
    """Not even though the same check works on the reference a moment later."""
    crash = "\n\n# %%\n_greet = greet\ndef greet(name):\n    if not name:\n        import os\n        os._exit(1)\n    return _greet(name)\n"
    submission = parse_submission("01_greet.py", (toy.solution.read_text() + crash).encode())
    guest, asked = own.guest, []

    def refused(*arguments):
        asked.append(arguments)
        if 3 <= len(asked) < 3 + times:  # the first two: the run's, and that of the second look at the crash
            raise SandboxError("a guest could not be started: OSError: Cannot allocate memory")
        return guest(*arguments)

    monkeypatch.setattr(own, "guest", refused)
    report = Grader(own).grade(toy, submission, seed=1)
    bad = {
        check.id: check.status
        for check in report.checks
        if check.status not in (Status.PASSED, Status.DEFERRED)
    }
    crashed = bad.pop("greet.nobody")
    assert crashed is Status.CRASHED
    assert set(bad.values()) == ({Status.GRADER_FAULT} if fault else set())
    assert len(bad) == fault
    assert report.exit_code == (3 if fault else 1)


def test_a_folder_for_guests_that_cannot_be_made_is_one_sentence(monkeypatch):
    def full():
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("course.sandbox.host.make_mountpoint", full)
    sandbox = Sandbox()
    with contextlib.closing(sandbox), pytest.raises(SandboxError, match="No space left on device"):
        sandbox.guest()


def test_no_temporary_folder_at_all_is_one_sentence(monkeypatch):
    def missing():
        raise FileNotFoundError(2, "No usable temporary directory found")

    monkeypatch.setattr("course.sandbox.host.tempfile.TemporaryFile", missing)
    with pytest.raises(SandboxError, match="No usable temporary directory"):
        Sandbox()


def test_an_engine_that_lies_on_a_read_only_disk_grades(own, toy, monkeypatch, tmp_path):
    monkeypatch.chdir("/proc")  # nothing can be written beside the current folder
    assert Grader(own).grade(toy, slow(toy, 0), seed=1).points == 10


def test_without_dev_shm_submissions_are_graded(toy, monkeypatch):
    real = os.path.isdir
    monkeypatch.setattr(os.path, "isdir", lambda path: path != "/dev/shm" and real(path))
    with Sandbox() as sandbox:
        assert Grader(sandbox).grade(toy, slow(toy, 0), seed=1).points == 10


def test_a_clock_that_steps_changes_no_deadline(own, toy, monkeypatch):
    monkeypatch.setattr(time, "time", lambda: -1e9)
    assert Grader(own).grade(toy, slow(toy, 0.1), seed=1).points == 10


@pytest.mark.parametrize("what", ["deep", "locked", "names", "many"])
def test_whatever_a_guest_leaves_is_removed(tmp_path, what):
    top = tmp_path / "scratch"
    top.mkdir()
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "kept").write_text("x")
    if what == "deep":
        here = os.open(top, os.O_RDONLY)
        for _ in range(3000):
            os.mkdir("d", dir_fd=here)
            there = os.open("d", os.O_RDONLY, dir_fd=here)
            os.close(here)
            here = there
        os.close(here)
    elif what == "locked":
        (top / "a/b/c").mkdir(parents=True)
        (top / "a/b/c/f").write_text("x")
        for path in ("a/b/c", "a/b", "a"):
            (top / path).chmod(0)
    elif what == "names":
        for name in (b"\xff\xfe", b"-rf", b"a\nb", b" ", b"x" * 255, b".0", b".1"):
            os.mkdir(os.fsencode(top) + b"/" + name)
            os.mkdir(os.fsencode(top) + b"/" + name + b"/inner")
        (top / "link").symlink_to(outside)
        (top / "broken").symlink_to("/nowhere")
    else:
        for number in range(3000):
            (top / str(number)).touch()
    tidy.remove_tree(top)
    assert not os.path.lexists(top)
    assert (outside / "kept").exists()


def test_only_folders_of_hosts_that_are_gone_are_swept(tmp_path, monkeypatch):
    monkeypatch.setattr(tidy.tempfile, "gettempdir", lambda: str(tmp_path))
    process = subprocess.Popen(["/bin/true"])
    process.wait()
    namespace = tidy.owner().split("-")[0]
    gone, own = (tmp_path / f"{tidy.PREFIX}{namespace}-{pid}-ab" for pid in (process.pid, os.getpid()))
    other, link = tmp_path / "another", tmp_path / f"{tidy.PREFIX}{namespace}-{process.pid}-cd"
    elsewhere = (
        tmp_path / f"{tidy.PREFIX}4026531000-{process.pid}-ef"
    )  # a container's, which shares the disk with us
    for path in (gone, own, other, elsewhere):
        (path / "x").mkdir(parents=True)
    link.symlink_to(other)
    tidy.sweep()
    assert not gone.exists()
    assert own.exists()
    assert elsewhere.exists()
    assert (other / "x").exists()


def test_a_sandbox_whose_folder_was_removed_says_so_and_leaves_nothing_behind():
    with Sandbox(torch=False) as sandbox:
        sandbox.guest().close()
        tidy.remove_tree(sandbox._mountpoint)
        nursery = children(sandbox._process.pid)[0]
        began = time.monotonic()
        with pytest.raises(SandboxError, match="a guest could not be started: FileNotFoundError"):
            sandbox.guest()
        assert time.monotonic() - began < 5
        deadline = time.monotonic() + 10
        while children(nursery) and time.monotonic() < deadline:
            time.sleep(0.05)
        assert not children(nursery)


def test_two_sandboxes_at_once_do_not_disturb_each_other(own, toy):
    with Sandbox() as second:
        reports = {}

        def run(name, sandbox):
            with sandbox.guest() as guest:
                code = f"import time\ntime.sleep(0.2)\ndef f():\n    return {name!r}\n"
                guest.load(Program("a.py", code, (Cell("", 1, code),)))
                reports[name] = guest.call("f", (), {}, seconds=10).value

        threads = [threading.Thread(target=run, args=pair) for pair in (("a", own), ("b", second))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert reports == {"a": "a", "b": "b"}
    with pytest.raises(GuestEnded), own.guest() as guest:
        guest.load(Program("a.py", "import os; os._exit(0)", (Cell("", 1, "import os; os._exit(0)"),)))
