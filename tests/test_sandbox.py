"""course/sandbox: guests answer, end in one of the known ways, and never take the host along."""

import errno
import os
import subprocess
import sys
import time

import pytest
import torch

from course.sandbox.confine import Tools
from course.sandbox.host import (
    ALL_LAYERS,
    Cell,
    GuestBrokeProtocol,
    GuestCrashed,
    GuestTimeout,
    Limits,
    Program,
    Sandbox,
)
from course.sandbox.watch import descendants


def ask(guest, name="f", *args, seconds=10):
    return guest.call(name, args, {}, seconds=seconds)


def test_a_call_brings_value_arguments_and_printed_text(guest):
    g = guest("import torch\ndef f(x):\n    print('hi')\n    x += 1\n    return x.T\n")
    x = torch.zeros(2, 3)
    got = ask(g, "f", x)
    assert torch.equal(got.value, torch.ones(3, 2))
    assert torch.equal(got.args[0], torch.ones(2, 3))
    assert got.output == "hi\n"
    assert torch.equal(x, torch.zeros(2, 3))  # the host's own tensor is out of reach


def test_what_the_student_raises_comes_with_type_message_and_line(guest):
    error = ask(guest("def f():\n    x = 1\n    return x.foo\n")).error
    assert (error.kind, error.type, error.file, error.line, error.code) == (
        "raised", "AttributeError", "answer.py", 3, "return x.foo",
    )  # fmt: skip


@pytest.mark.parametrize("code", ["import sys; sys.exit(0)", "raise KeyboardInterrupt", "raise SystemExit",
                                  "import pytest; pytest.skip('x')", "exit()"])  # fmt: skip
def test_leaving_by_exception_is_an_error_like_any_other(guest, code):
    assert ask(guest(f"def f():\n    {code}\n")).error.kind == "raised"


def test_a_stub_and_a_missing_name_are_told_apart(guest):
    g = guest("def f():\n    raise NotImplementedError('f')\n")
    assert ask(g).error.kind == "stub"
    assert ask(g, "g").error.kind == "missing"


@pytest.mark.parametrize(
    ("code", "says"),
    [
        ("import os; os._exit(0)", "ended Python (exit code 0)"),
        ("import os; os._exit(7)", "ended Python (exit code 7)"),
        ("import os, signal; os.kill(os.getpid(), signal.SIGKILL)", "signal 9"),
        ("import os; os.abort()", "signal 6"),
        ("import ctypes; ctypes.string_at(0)", "signal 11"),
        ("import os; os.execv('/bin/true', ['true'])", "ended Python (exit code 0)"),
        ("import os; os.close(3); import time; time.sleep(60)", "closed the channel"),
    ],
)
def test_ending_the_process_is_a_crash_with_the_kernels_reason(guest, code, says):
    with pytest.raises(GuestCrashed) as caught:
        ask(guest(f"def f():\n    {code}\n"), seconds=5)
    assert says in caught.value.reason


@pytest.mark.parametrize(
    "loop",
    ["while True: pass", "sum(range(10**12))", "import time; time.sleep(99)",
     "import os, signal; os.kill(os.getpid(), signal.SIGSTOP)",
     "while True:\n        try:\n            while True: pass\n        except BaseException: pass"],
    ids=["python loop", "loop in C", "sleep", "stops itself", "catches everything"],
)  # fmt: skip
def test_a_hang_ends_at_the_deadline_in_one_sentence(guest, loop):
    began = time.monotonic()
    with pytest.raises(GuestTimeout, match=r"f did not finish within 0\.5 s"):
        ask(guest(f"def f():\n    {loop}\n"), seconds=0.5)
    assert time.monotonic() - began < 15


def test_the_deadline_covers_a_slow_drip_of_output(guest):
    g = guest("import time\ndef f():\n    while True:\n        print('.', flush=True); time.sleep(0.01)\n")
    with pytest.raises(GuestTimeout):
        ask(g, seconds=0.5)


def test_a_memory_bomb_is_named(guest):
    g = guest("def f():\n    a = []\n    while True: a.append(bytearray(2**24))\n", Limits(memory_mib=900))
    with pytest.raises(GuestCrashed, match="more than 900 MiB of memory"):
        ask(g, seconds=30)


def test_a_fork_bomb_is_named(guest):
    code = "import os, time\ndef f():\n    while True:\n        if os.fork() == 0: time.sleep(99)\n"
    with pytest.raises(GuestCrashed, match="more than 20 processes"):
        ask(guest(code, Limits(processes=20)), seconds=30)


BLINK = Limits(processes=4, watch_seconds=60)  # the watch does not look by itself before all is over


@pytest.mark.parametrize("where", ["call", "load"])
def test_too_many_processes_count_however_soon_the_answer_comes(guest, where):
    spawn = "for _ in range(12):\n        if os.fork() == 0: time.sleep(99)\n"
    code = f"import os, time\ndef f():\n    {spawn}    return 5\n"
    with pytest.raises(GuestCrashed, match="more than 4 processes"):
        ask(guest(code + ("f()\n" if where == "load" else ""), BLINK), seconds=30)


def test_forks_that_stray_are_there_to_be_counted(guest):
    """A bomb that meets the kernel's limit first: each of its processes goes on where it stands."""
    code = "import os\ndef f():\n    for _ in range(4): os.fork()\n    return 5\n"
    with pytest.raises(GuestCrashed, match="more than 4 processes"):
        ask(guest(code, BLINK), seconds=30)


def test_a_few_processes_are_nobodys_business(guest):
    code = "import os, time\ndef f():\n    for _ in range(2):\n        if os.fork() == 0: time.sleep(99)\n    return 5\n"
    assert ask(guest(code, Limits(processes=4)), seconds=30).value == 5


def test_a_flood_of_output_is_cut_and_the_answer_still_counts(guest):
    got = ask(guest("def f():\n    for i in range(200_000): print('x' * 50)\n    return 5\n"), seconds=30)
    assert got.value == 5
    assert len(got.output) < 20_000
    assert "bytes left out" in got.output


def test_printed_control_characters_cannot_reach_a_terminal(guest):
    output = ask(guest("def f():\n    print('\\x1b]0;owned\\x07 \\u202e')\n")).output
    assert "\x1b" not in output
    assert "\\x1b]0;owned\\x07" in output


@pytest.mark.parametrize(
    "code",
    ["import os; os.write(3, b'\\x00' * 64)", "import os; os.write(3, b'\\xff' * 8)",
     "import os; os.write(3, b'\\x00\\x00\\x00\\x02\\x00\\x00\\x00\\x00{}')"],
    ids=["zeros", "a giant frame", "an answer to nothing"],
)  # fmt: skip
def test_garbage_on_the_channel_is_the_guests_fault(guest, code):
    with pytest.raises((GuestBrokeProtocol, GuestCrashed)) as caught:
        ask(guest(f"def f():\n    {code}\n    return 1\n"), seconds=5)
    assert caught.value.reason


def test_half_a_frame_and_then_silence_ends_at_the_deadline(guest):
    g = guest(
        "import os, time\ndef f():\n    os.write(3, b'\\x00\\x00\\x00\\x20\\x00\\x00\\x00\\x00{')\n    time.sleep(99)\n"
    )
    with pytest.raises(GuestTimeout):
        ask(g, seconds=0.5)


def test_no_child_outlives_its_guest(guest, sandbox):
    code = "import os, time\ndef f():\n    if os.fork() == 0:\n        os.setsid()\n        if os.fork() == 0:\n            time.sleep(600)\n        os._exit(0)\n    return 1\n"
    g = guest(code)
    assert ask(g).value == 1
    pids = {str(pid) for pid in descendants({sandbox._process.pid})}
    before = {p for p in pids if sleeps(p)}
    assert before, "the grandchild should be there while its guest lives"
    g.close()
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline and {p for p in before if sleeps(p)}:
        time.sleep(0.05)
    assert not {p for p in before if sleeps(p)}


def sleeps(pid):
    """Whether a process is the daemon of the test above: a guest's, in a session of its own, below an init."""
    try:
        with open(f"/proc/{pid}/status") as file:
            status = file.read()
        with open(f"/proc/{pid}/cmdline", "rb") as file:
            command = file.read()
    except OSError:
        return False
    nspid = next(line for line in status.splitlines() if line.startswith("NSpid")).split()[1:]
    return b"course.sandbox.warm" in command and len(nspid) > 1 and nspid[-1] not in ("1", "2")


def test_a_new_guest_after_a_crash_is_as_good_as_new(guest):
    with pytest.raises(GuestCrashed):
        ask(guest("import os\ndef f(): os._exit(1)\n"))
    assert ask(guest("def f(): return 1\n")).value == 1


def test_a_cell_that_breaks_does_not_stop_the_next(sandbox):
    cells = ("x = 1", "y = (", "1/0", "z = x + 1")
    with sandbox.guest() as g:
        loaded = g.load(Program("n.ipynb", "", tuple(Cell(f"cell {i}", 1, c) for i, c in enumerate(cells))))
    assert {"x", "z"} <= loaded.names
    assert [(e.type, e.file) for e in loaded.errors] == [
        ("SyntaxError", "n.ipynb, cell 1"), ("ZeroDivisionError", "n.ipynb, cell 2"),
    ]  # fmt: skip


def test_a_syntax_error_costs_its_own_function_in_a_script_without_cells(sandbox):
    code = "def f():\n    return 1\n\ndef g(:\n    return 2\n\n@staticmethod\ndef h():\n    return 3\n"
    with sandbox.guest() as g:
        loaded = g.load(Program("s.py", code, (Cell("", 1, code),)))
    assert {"f", "h"} <= loaded.names
    assert [(e.line, e.defines) for e in loaded.errors] == [(4, ("g",))]


def test_a_file_that_never_ends_loading_names_its_cell(sandbox):
    cells = (Cell("", 1, "x = 1"), Cell("", 4, "while True: pass"))
    with (
        sandbox.guest(Limits(load_seconds=0.5)) as g,
        pytest.raises(GuestTimeout, match="the cell at line 4"),
    ):
        g.load(Program("s.py", "", cells))


def test_data_loader_workers_start_in_a_guest(guest):
    code = (
        "import torch\nfrom torch.utils.data import DataLoader\ndef f():\n"
        "    return [b.tolist() for b in DataLoader(list(range(6)), batch_size=4, num_workers=1)]\n"
    )
    assert ask(guest(code), seconds=60).value == [[0, 1, 2, 3], [4, 5]]


def test_the_source_of_a_function_can_be_read_in_a_guest(guest):
    assert ask(guest("import inspect\ndef f(): return inspect.getsource(f)\n")).value.startswith("def f()")


def test_guests_start_with_seeded_generators(guest):
    code = "import torch, random\ndef f(): return torch.rand(2).tolist(), random.random()\n"
    g = guest(code)
    first = g.call("f", (), {}, seconds=5, seed=11).value
    assert g.call("f", (), {}, seconds=5, seed=11).value == first
    assert g.call("f", (), {}, seconds=5, seed=12).value != first


def test_printed_text_shows_no_folder_of_this_machines_python(guest):
    code = "import torch, sys\ndef f():\n    print(torch.__file__, sys.prefix + '/lib')\n"
    output = ask(guest(code)).output
    assert "torch" in output
    assert "site-packages" not in output
    assert "/lib/python" not in output


PEEK = "def where():\n    import os\n    return os.getcwd()\ndef peek(path):\n    import os\n    return os.listdir(path)\n"


@pytest.mark.parametrize("without", [None, "mount"])
def test_two_guests_of_one_warm_parent_do_not_see_each_others_scratch(guest, without):
    """They share Landlock's rules where each has mounts of its own, and only there."""
    code = Program("answer.py", PEEK, (Cell("", 1, PEEK),))
    with (
        Sandbox(ALL_LAYERS - {without}, torch=False) as sandbox,
        sandbox.guest() as one,
        sandbox.guest() as two,
    ):
        for g in (one, two):
            g.load(code)
        place = ask(one, "where").value
        assert ask(one, "peek", place).value == ["answer.py"]
        assert ask(two, "peek", place).error.type in ("PermissionError", "FileNotFoundError")


def test_rules_that_guests_share_are_made_anew_before_they_grow_and_leak_nothing():
    tools = Tools(frozenset({"landlock", "mount"}))
    tools.next_guest()
    first, before = tools.rules, len(os.listdir("/proc/self/fd"))
    for _ in range(2 * tools.renewed_after):
        tools.next_guest()
    assert tools.rules is not first
    assert first.closed
    assert len(os.listdir("/proc/self/fd")) == before


def test_a_kernel_without_landlock_is_a_reason_and_no_crash(tmp_path, monkeypatch):
    def refuse(*_):
        raise OSError(errno.ENOSYS, "Function not implemented")

    monkeypatch.setattr("landlockpy.ruleset._syscall.abi_version", refuse)
    tools = Tools(frozenset({"landlock", "mount"}))
    tools.next_guest()
    assert tools.descriptors() == []
    for own_mounts in (True, False):
        assert "Function not implemented" in tools.restrict_files(tmp_path, own_mounts)


def test_private_memory_can_be_put_into_large_pages_and_stays_what_it_was():
    code = (
        "from course.sandbox.pages import enlarge\nheld = [bytes([n % 251]) * 65536 for n in range(500)]\n"
        "made = sum(enlarge())\nassert all(part == bytes([n % 251]) * 65536 for n, part in enumerate(held))\n"
        "rollup = dict(line.split(':') for line in open('/proc/self/smaps_rollup').read().splitlines()[1:])\n"
        "print(made, int(rollup['AnonHugePages'].split()[0]) // 2048)"
    )
    made, there = map(
        int, subprocess.run([sys.executable, "-c", code], stdout=subprocess.PIPE, check=True).stdout.split()
    )
    if made == 0:
        pytest.skip("this kernel makes no large pages on demand (Linux 6.1 and later do)")
    assert there >= made >= 8
