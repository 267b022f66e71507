"""The attack suite: hostile submissions, each with a right and a wrong control.

One file per attack in attacks/cases/. Its head says what must come of it:

    id      of the catalogue of attacks; several files may share one
    kind    what is attacked
    where   call    attack() runs inside `double`, before the answer
            return  attack(x, solve) gives the answer; solve is the submission's own function
            load    the code runs while the submission is loaded
    status  the statuses that the checks of `double` (load: all checks) may have; `passed` means
            that the attack is without effect
    says    what one of the messages holds, alternatives by |
    passes  checks of `double` that pass however
    seconds, load   other limits than the toy course's
    needs   a layer of the sandbox without which the attack is not stopped
    slow    runs by `make attacks` only
    arch    the machine whose system calls it makes by number
    twice   is graded twice, and must come out the same

Of each attack there are two submissions here, on a right and on a wrong solution; the two
without the attack are the controls. What is asserted of every run:

    COMPLETE  each planned check has its verdict
    F-CLEAR   the checks touched end as expected, with one sentence that names the cause
    REST      all other checks end as without the attack
    NOGAIN    nothing passes that the wrong solution does not pass; NOLOSS: nothing else is lost
    NOLEAK    no byte that a student may see holds a canary from the graders, the solution, the
              environment or a neighbour's file
    ALIVE     the grader is back within the limits
    CLEAN     no process, mount, shared memory or file is left
"""

import contextlib
import ctypes
import io
import os
import platform
import re
import shutil
import socket
import time
from dataclasses import dataclass, replace
from pathlib import Path
from uuid import uuid4

import pytest
from rich.console import Console

from course.catalog import load_catalog
from course.grading import Grader
from course.html import checks_block
from course.render import print_report
from course.report import Status
from course.sandbox.host import ALL_LAYERS, Sandbox
from course.sandbox.tidy import OWNED, PREFIX, is_gone, sweep
from course.sandbox.watch import descendants
from course.source import parse_submission

HERE = Path(__file__).parent
CASES = sorted((HERE / "attacks" / "cases").glob("*.py"))
WRONG = "\n\n# %%\ndef double(x):\n    return x + 2\n"
PRELUDE = "\n\n# %%\ndef escaped(what):\n    raise SystemError('ESCA' + 'PED: ' + what)\n"
WIRING = {
    "load": "",
    "call": "\n\n# %%\n_solved = double\n\n\ndef double(x):\n    attack()\n    return _solved(x)\n",
    "return": "\n\n# %%\n_solved = double\n\n\ndef double(x):\n    return attack(x, _solved)\n",
}
SECRET_CHECK = '''

SECRET = "CANARY_SOURCE_{key}"


@check("greet", points=1, inputs="a name of two letters")
def test_secret(student):
    """greet greets Bo"""
    assert_equal(student.greet("Bo"), "Hello, Bo!", mistakes={{"forgot-the-name": "CANARY_EXPECTED_{key}"}})
'''


@dataclass(frozen=True)
class Case:
    """One attack: its code and what its head says."""

    name: str
    code: str
    head: dict[str, str]

    @classmethod
    def read(cls, path):
        text = path.read_text(encoding="utf-8")
        head = dict(re.findall(r"^# (\w+): (.*)$", text.split("\ndef ")[0], re.MULTILINE))
        return cls(path.stem, text, head)

    @property
    def statuses(self):
        return set(self.head["status"].split())


def parameters():
    for path in CASES:
        case = Case.read(path)
        marks = [pytest.mark.slow_attack] if case.head.get("slow") == "yes" else []
        if case.head.get("arch", platform.machine()) != platform.machine():
            marks.append(pytest.mark.skip(reason="the numbers of system calls are another machine's"))
        yield pytest.param(case, id=case.name, marks=marks)


@dataclass
class World:
    """What there is to steal, to reach and to break: a course with canaries, sockets, a neighbour."""

    grader: Grader
    sandbox: Sandbox
    unit: object
    planned: list[str]
    key: str
    places: dict[str, str]
    controls: dict[str, object]
    listeners: tuple

    def submission(self, base, case=None):
        text = self.unit.solution.read_text()
        text = text.replace(f"# CANARY_SOLUTION_{self.key}\n", "")
        text += WRONG if base == "wrong" else ""
        if case is not None:
            code = case.code
            for name, value in self.places.items():
                code = code.replace(f"@{name}@", value)
            code = code.replace("@WARM@", str(self.sandbox._process.pid))
            text += PRELUDE + "\n\n# %%\n" + code + WIRING[case.head["where"]]
        return parse_submission("01_greet.py", text.encode("utf-8", "surrogatepass"))

    def grade(self, base, case=None, seed=5):
        unit = self.unit
        if case is not None:
            limits = {"call_seconds": case.head.get("seconds"), "load_seconds": case.head.get("load")}
            limits = {name: float(value) for name, value in limits.items() if value}
            unit = replace(unit, limits=replace(unit.limits, **limits))
        return self.grader.grade(unit, self.submission(base, case), seed=seed)


def make_world(folder, layers=ALL_LAYERS):
    """A course in `folder` with a canary in everything that no student may see."""
    key = uuid4().hex[:8]
    shutil.copytree(HERE / "toy_course", folder / "course")
    hidden = folder / "course/graders/01_greet/test_hidden.py"
    hidden.write_text(hidden.read_text() + SECRET_CHECK.format(key=key))
    solution = folder / "course/solutions/01_greet.py"
    solution.write_text(f"# CANARY_SOLUTION_{key}\n" + solution.read_text())
    neighbour = folder / "answer_of_a_neighbour.py"
    neighbour.write_text(f"CANARY_NEIGHBOUR_{key}")
    os.environ[f"COURSE_TEST_SECRET_{key}"] = f"CANARY_ENV_{key}"
    tcp, udp, door, abstract = (
        socket.socket(), socket.socket(type=socket.SOCK_DGRAM), socket.socket(socket.AF_UNIX), socket.socket(socket.AF_UNIX)
    )  # fmt: skip
    tcp.bind(("127.0.0.1", 0))
    udp.bind(("127.0.0.1", 0))
    door.bind(str(folder / "door"))
    abstract.bind(f"\0course-{key}")
    for server in (tcp, door, abstract):
        server.listen(8)
    sandbox = Sandbox(layers)
    sandbox.start()
    unit = load_catalog(folder / "course").units[0]
    grader = Grader(sandbox)
    world = World(
        grader=grader,
        sandbox=sandbox,
        unit=unit,
        planned=[check.id for check in grader.plan(unit).checks],
        key=key,
        places={
            "MARKER": str(folder / "marker"),
            "NEIGHBOUR": str(neighbour),
            "GRADERS": str(hidden.parent),
            "SOLUTION": str(solution),
            "COURSE": str(folder / "course/course.yml"),
            "HOME": os.path.expanduser("~"),
            "HOST": str(os.getpid()),
            "PORT": str(tcp.getsockname()[1]),
            "UDP": str(udp.getsockname()[1]),
            "SOCKET": str(folder / "door"),
            "ABSTRACT": f"course-{key}",
            "SEGMENT": str(ctypes.CDLL(None).shmget(0, 4096, 0o1666)),
        },
        controls={},
        listeners=(tcp, udp, door, abstract),
    )
    world.controls = {base: world.grade(base) for base in ("right", "wrong")}
    return world


@contextlib.contextmanager
def a_world(folder, layers=ALL_LAYERS):
    made = make_world(folder, layers)
    try:
        yield made
    finally:
        made.sandbox.close()
        del os.environ[f"COURSE_TEST_SECRET_{made.key}"]
        for server in made.listeners:
            server.close()
        ctypes.CDLL(None).shmctl(int(made.places["SEGMENT"]), 0, None)


@pytest.fixture(scope="module")
def world(tmp_path_factory):
    with a_world(tmp_path_factory.mktemp("world")) as made:
        yield made


def statuses(report):
    return {check.id: check.status for check in report.checks}


def seen_by_a_student(report):
    """Every byte of a report that a student may see: as JSON, in the terminal, in feedback."""
    out = io.StringIO()
    print_report(report, Console(file=out, width=200))
    return report.to_json(indent=1), out.getvalue(), checks_block(report.checks, report.notes)


def surroundings(world):
    """What must be the same after an attack: processes of ours, mounts, files where guests could leave some."""
    mountpoint = world.sandbox._mountpoint
    return {
        "processes": descendants({world.sandbox._process.pid}),
        "mounts": Path("/proc/self/mounts").read_text(),
        "shared memory": [name for name in os.listdir("/dev/shm") if "attack" in name],
        "files": sorted(path.name for path in Path("/tmp").iterdir() if "attack" in path.name),
        "scratch": os.listdir(mountpoint),
        "orphans": orphans(),
    }


def orphans():
    """Guests that lost their warm parent: forks of one below process 1."""
    found = set()
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            status = Path(f"/proc/{name}/status").read_text()
            command = Path(f"/proc/{name}/cmdline").read_bytes()
        except OSError:
            continue
        if b"course.sandbox.warm" in command and "\nPPid:\t1\n" in status and "State:\tZ" not in status:
            found.add(name)
    return found


def quiet(world, seconds=20):
    """The surroundings when the guests of the test before are gone."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if not os.listdir(world.sandbox._mountpoint) and len(descendants({world.sandbox._process.pid})) == 2:
            break
        time.sleep(0.02)
    return surroundings(world)


def settled(world, before, seconds=15):
    """The surroundings as soon as they are as before, or as they are after a while."""
    deadline = time.monotonic() + seconds
    while True:
        after = surroundings(world)
        after["orphans"] -= before["orphans"]
        same = {name: after[name] == before[name] for name in before if name != "orphans"}
        if (all(same.values()) and not after["orphans"]) or time.monotonic() > deadline:
            return {name: after[name] for name in after if not same.get(name, not after[name])}
        time.sleep(0.02)


def judge(world, case, base, report, elapsed):
    """The outcome codes of one run."""
    control = world.controls[base]
    got, without = statuses(report), statuses(control)
    texts = seen_by_a_student(report)
    trail = f"{case.name} on a {base} solution:\n{texts[1]}"

    assert list(got) == world.planned, f"COMPLETE: {trail}"

    touched = set(got) if case.head["where"] == "load" else {i for i in got if i.startswith("double.")}
    touched -= {i for i in got if without[i] is Status.DEFERRED}
    for check in report.checks:
        if check.id not in touched:
            assert check.status is without[check.id], f"REST: {check.id} {trail}"
            continue
        allowed = set(case.statuses)
        if "passed" in allowed:
            allowed |= {without[check.id].value}
        if base == "wrong":
            allowed |= {"failed"}
        if case.head["where"] == "load":
            allowed |= {"skipped"}
        if check.id in case.head.get("passes", "").split():
            allowed |= {"passed"}
        if base == "wrong" and without[check.id] is not Status.PASSED:
            allowed -= {"passed"}  # NOGAIN, check by check
        assert check.status.value in allowed, (
            f"F-CLEAR: {check.id} is {check.status.value}, not {allowed}; {trail}"
        )

    assert report.points <= control.points, f"NOGAIN: {trail}"
    assert report.max_points == control.max_points, f"NOGAIN, by a smaller sum: {trail}"
    if case.statuses == {"passed"}:
        assert report.points == control.points, f"NOLOSS: {trail}"

    bad = [check for check in report.checks if check.id in touched and check.status is not Status.PASSED]
    for check in bad:
        assert check.message, f"F-CLEAR: {trail}"
        assert "Traceback" not in check.message, f"F-CLEAR: {trail}"
        assert len(check.message) < 30_000, f"F-CLEAR: nobody reads that much: {case.name}"
    if bad and case.head.get("says") and base == "right":
        said = "\n".join(check.message for check in bad)
        assert any(part in said for part in case.head["says"].split("|")), f"F-CLEAR: {trail}"

    for text in texts:
        assert "ESCAPED" not in text, f"{trail}"
        for place in ("SOURCE", "EXPECTED", "ENV", "NEIGHBOUR", "SOLUTION"):
            assert f"CANARY_{place}_{world.key}" not in text, f"NOLEAK: {place} {trail}"
        assert "test_hidden" not in text, f"NOLEAK: {trail}"
        odd = {c for c in text if c not in "\n\t" and not c.isprintable()} - {"\x1b"}
        assert not odd, f"NOLEAK: characters that a terminal obeys: {odd!r} {trail}"
        assert "\x1b]" not in text, f"NOLEAK: {trail}"
    limits = world.unit.limits
    call = float(case.head.get("seconds", limits.call_seconds))
    assert elapsed < len(got) * 3 * call + 2 * limits.load_seconds + 30, f"ALIVE: {elapsed:.0f} s; {trail}"
    assert not os.path.exists(world.places["MARKER"]), f"code of the guest's ran on the host: {trail}"


@pytest.mark.parametrize("case", parameters())
def test_attack(world, case):
    before = quiet(world)
    for base in ("right", "wrong"):
        began = time.monotonic()
        report = world.grade(base, case)
        judge(world, case, base, report, time.monotonic() - began)
        if case.head.get("twice") == "yes":
            assert statuses(world.grade(base, case)) == statuses(report), "SAME"
    assert not settled(world, before), "CLEAN"
    assert world.sandbox._process.poll() is None, "ALIVE: the warm parent is gone"
    for server in (world.listeners[0], world.listeners[2], world.listeners[3]):
        server.setblocking(False)
        with pytest.raises(BlockingIOError):
            server.accept()


# What gets through when one layer is off, all others on. `user` is not here: it takes nothing away that
# the others leave, but lets ordinary users have them; test_witness.py has its proof.
GETS_THROUGH = {
    "pid": "CH_61_processes_of_the_host",
    "net": "CH_65_udp",
    "ipc": "SB_09_shared_memory_of_the_host",
    "mount": "CH_37_files_exist",
    "landlock": "SB_08_devices_and_kernel_files",
    "seccomp": "SB_06_memory_that_nobody_holds",
    "caps": "SB_10_other_users",
    "rlimits": "CR_17_sparse_file",
}


@pytest.mark.parametrize("layer", sorted(GETS_THROUGH))
def test_without_a_layer_the_attack_that_it_stops_gets_through(layer, tmp_path):
    case = Case.read(HERE / "attacks" / "cases" / f"{GETS_THROUGH[layer]}.py")
    with a_world(tmp_path, ALL_LAYERS - {layer}) as weaker:
        report = weaker.grade("right", case)
        with pytest.raises(AssertionError, match=r"ESCAPED|F-CLEAR"):
            judge(weaker, case, "right", report, 0.0)


def test_the_controls_are_what_they_say(world):
    right, wrong = world.controls["right"], world.controls["wrong"]
    assert right.points == right.max_points == 11
    assert {c.task for c in wrong.checks if c.status is Status.FAILED} == {"double"}
    assert {c.status for c in wrong.checks if c.task != "double"} == {Status.PASSED, Status.DEFERRED}


def test_every_case_says_what_is_expected_of_it():
    known = {status.value for status in Status}
    for path in CASES:
        case = Case.read(path)
        assert {"id", "kind", "where", "status"} <= set(case.head), path.name
        assert case.statuses <= known, path.name
        assert case.head["where"] in WIRING, path.name


def test_what_the_security_page_names_is_there():
    page = (HERE.parent / "SECURITY.md").read_text(encoding="utf-8")
    kinds = {"_".join(path.stem.split("_")[:2]) for path in CASES}
    assert set(re.findall(r"\b(?:CH|CR|SB|MF|NB)_\d\d\b", page)) <= kinds
    for name in re.findall(r"`(?:tests/)?(\w+(?:/\w+)?\.py)`", page):
        assert any((folder / name).is_file() for folder in (HERE, HERE.parent)), name
    assert set(re.findall(r"\b[A-Z]+_[A-Z]+\b", page)) <= {"GETS_THROUGH", "RLIMIT_NPROC"}


def test_no_folder_of_a_guest_is_left_of_a_host_that_ended():
    for path in Path("/tmp").glob(f"{PREFIX}*-*"):
        owner = OWNED.fullmatch(path.name)
        if owner and is_gone(owner[1]):
            sweep()
            assert not path.exists()
