"""The sandbox as an ordinary user, and where the kernel gives no namespaces.

The other tests run as whoever runs them, in a container mostly root, which the kernel treats
differently: it exempts root from the limit on processes. Here a part of the suite runs once more
as a user without any power. As root, the tests make that user's view of the machine in a mount
namespace of their own; nothing outside of it changes.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from course.grading import Grader
from course.report import Status
from course.sandbox.host import ALL_LAYERS, Cell, GuestCrashed, GuestTimeout, Limits, Program, Sandbox
from course.source import parse_submission

ROOT = Path(__file__).resolve().parent.parent
NOBODY = 65533
NO_NAMESPACES = ALL_LAYERS - {"user", "pid", "net", "ipc", "mount"}
ATTACKS = (
    "exit_zero or fork_bomb_that_waits or tcp_loopback or udp or unix_socket or new_namespaces or mounts or kill_host or "
    "ptrace or files_exist or CH_37_files or links_to_files or modes_and_times or dev_shm or heap_at_once or large_file or "
    "many_files or locked_folders or environment or memory_of_others or odd_families or daemons"
)

# A home of root's that others may not enter can hold the interpreter: it is put into an empty one that they may.
VIEW = """
set -e
for place in {hidden}; do
  mkdir -p /mnt/keep; mount -t tmpfs none /mnt/keep; mkdir /mnt/keep/x
  mount --rbind "$place" /mnt/keep/x
  mount -t tmpfs -o mode=755 none "/$(echo "$place" | cut -d/ -f2)"
  mkdir -p "$place"; mount --rbind /mnt/keep/x "$place"
done
exec setpriv --reuid {user} --regid {user} --clear-groups --inh-caps=-all --bounding-set=-all --no-new-privs \\
  env -i PATH=/usr/bin:/bin HOME={home} TMPDIR={home}/tmp LANG=C.UTF-8 COURSE_COLD=1 "$@"
"""


def hidden_places():
    """Folders of the interpreter that lie in a top folder which others may not enter."""
    return [
        path
        for path in {os.path.realpath(sys.base_prefix)}
        if not os.stat("/" + path.split("/")[1]).st_mode & 0o001
    ]


@pytest.fixture
def as_nobody(tmp_path_factory):
    """Runs pytest on tests of this suite as a user without power, on a copy of the project."""
    if os.geteuid() != 0:
        pytest.skip("these tests run as an ordinary user already")
    if not shutil.which("setpriv") or not shutil.which("unshare"):
        pytest.skip("util-linux is not installed")
    home = Path("/tmp") / f"course-nobody-{os.getpid()}"
    home.mkdir(mode=0o755)
    (home / "tmp").mkdir()
    copy = home / "project"
    names = shutil.ignore_patterns(
        ".git", ".venv", "__pycache__", ".hypothesis", ".*_cache", "digits*", "*.egg-info"
    )
    shutil.copytree(ROOT, copy, ignore=names)
    for path in (home, *home.rglob("*")):
        os.chown(path, NOBODY, NOBODY, follow_symlinks=False)

    def run(*arguments):
        view = VIEW.format(hidden=" ".join(hidden_places()), user=NOBODY, home=home)
        start = "import sys; sys.path.insert(0, sys.argv.pop(1)); import pytest; sys.exit(pytest.main())"
        command = [
            sys.executable,
            "-c",
            start,
            str(copy),
            "-n",
            "0",
            "-q",
            "-p",
            "no:cacheprovider",
            *arguments,
        ]
        try:
            return subprocess.run(
                ["unshare", "--mount", "--propagation", "private", "sh", "-c", view, "sh", *command],
                cwd=copy, capture_output=True, text=True, timeout=600,
            )  # fmt: skip
        except subprocess.TimeoutExpired as error:
            pytest.fail(f"did not end: {error.stdout!r}")

    yield run
    shutil.rmtree(home, ignore_errors=True)


def test_a_part_of_the_suite_passes_as_an_ordinary_user(as_nobody):
    done = as_nobody(
        "tests/test_witness.py", "tests/test_attacks.py", "-k", f"held_by_all or with_all_layers or {ATTACKS}"
    )
    assert done.returncode == 0, done.stdout[-5000:] + done.stderr[-2000:]
    assert " passed" in done.stdout
    assert "skipped" not in done.stdout.splitlines()[-1]


@pytest.fixture(scope="module")
def bare():
    """A sandbox as on a machine without user namespaces."""
    with Sandbox(NO_NAMESPACES) as sandbox:
        yield sandbox


def run(bare, code, limits=None, seconds=10.0):
    with bare.guest(limits) as guest:
        guest.load(Program("a.py", code, (Cell("", 1, code),)))
        return guest.call("f", (), {}, seconds=seconds)


def test_without_namespaces_marks_are_the_same(bare, toy, grade):
    for cell in ("", "def double(x):\n    return x + 2\n", "import os\ndef greet(name): os._exit(0)\n"):
        text = (toy.solution.read_text() + "\n\n# %%\n" + cell).encode()
        report = Grader(bare).grade(toy, parse_submission("01_greet.py", text), seed=7)
        assert [c.status for c in report.checks] == [c.status for c in grade(cell).checks]


def test_without_namespaces_caps_and_deadlines_hold(bare):
    with pytest.raises(GuestTimeout):
        run(bare, "def f():\n    while True: pass\n", seconds=0.5)
    with pytest.raises(GuestCrashed, match="more than 900 MiB"):
        run(
            bare,
            "def f():\n    a = []\n    while True: a.append(bytearray(2**24))\n",
            Limits(memory_mib=900),
            30,
        )
    with pytest.raises(GuestCrashed, match="more than 12 processes"):
        run(
            bare,
            "import os, time\ndef f():\n    while True:\n        if os.fork() == 0: time.sleep(99)\n",
            Limits(processes=12),
            30,
        )
    wrote = "import time\ndef f():\n    for i in range(50):\n        open(f'f{i}', 'wb').write(b'x' * 2**20)\n    time.sleep(9)\n"
    with pytest.raises(GuestCrashed, match="more than 8 MiB of files"):
        run(bare, wrote, Limits(scratch_mib=8), 15)


def test_without_namespaces_files_signals_and_memory_of_others_are_out_of_reach(bare, tmp_path):
    (tmp_path / "secret").write_text("x")
    code = f"""
import ctypes, os, socket
def met(deed):
    try:
        deed()
    except OSError as error:
        return error.strerror
    return "done"
def f():
    pid = {os.getpid()}
    return [
        met(lambda: open({str(tmp_path / "secret")!r}).read()),
        met(lambda: open({str(tmp_path / "new")!r}, "w")),
        met(lambda: os.kill(pid, 0)),
        met(lambda: os.kill(os.getppid(), 9)),
        met(lambda: open(f"/proc/{{pid}}/environ").read()),
        met(lambda: open(f"/proc/{{pid}}/mem", "rb").read(1)),
        met(lambda: socket.socket(socket.AF_NETLINK, socket.SOCK_RAW)),
        met(lambda: os.memfd_create("x")),
    ]
"""
    assert "done" not in run(bare, code).value


def test_without_namespaces_no_daemon_outlives_its_guest(bare):
    from course.sandbox.watch import descendants

    code = "import os, time\ndef f():\n    if os.fork() == 0:\n        os.setsid()\n        if os.fork() == 0:\n            time.sleep(600)\n        os._exit(0)\n    time.sleep(0.2)\n    return 1\n"
    before = descendants({bare._process.pid}) if bare._process else set()
    assert run(bare, code).value == 1
    import time

    deadline = time.monotonic() + 15
    while time.monotonic() < deadline and len(descendants({bare._process.pid})) > max(len(before), 1):
        time.sleep(0.05)
    assert len(descendants({bare._process.pid})) == 1
    assert not os.listdir(bare._mountpoint)


def test_without_namespaces_the_report_says_which_layers_held(bare, toy):
    report = Grader(bare).grade(toy, parse_submission("01_greet.py", toy.solution.read_bytes()), seed=7)
    assert set(report.environment.isolation) == NO_NAMESPACES
    assert {c.status for c in report.checks} == {Status.PASSED, Status.DEFERRED}
