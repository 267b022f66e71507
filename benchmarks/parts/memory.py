"""Part e: memory of the processes that grade, looked at from outside while they do."""

from __future__ import annotations

import contextlib
import subprocess
import sys
import time

from benchmarks.batch import OURS
from benchmarks.machine import ROOT
from benchmarks.processes import Memory, command_of, descendants, memory_of, stat_of
from benchmarks.setting import Setting
from benchmarks.submissions import make_class, our_notebook
from benchmarks.table import Section, number, reason_row, table
from benchmarks.timing import ended, environment, say
from course.catalog import Unit

EVERY = 0.01  # seconds between two looks
FORKS, SANDBOX = "multiprocessing.forkserver", "course.sandbox.warm"  # words of their command lines
PPID, STARTED = 1, 19  # fields of /proc/PID/stat behind the name
SERVER, WORKER, WARM, GUEST = KINDS = ("fork server", "grading worker", "warm parent", "largest guest")
TEXT = """MiB of each process while two workers grade {count} submissions, looked at every {every:.0f} ms; the largest values
seen. Resident counts pages that are shared with others, too: a worker is a fork of the fork server, a guest one of the warm
parent that the workers share, and libraries are everybody's. Unique (USS) is what would come back if this process alone ended, so it is what one more of its kind
costs."""


def measure(setting: Setting) -> Section:
    """Both units."""
    tables = []
    count = setting.sizes.small
    for unit in setting.units():
        folder = setting.new_folder(f"memory-{unit.name}") / "notebooks"
        folder.mkdir()
        for submission in make_class(unit, count):
            our_notebook(unit, submission, folder / f"{submission.student}.ipynb")
        say(f"memory of {unit.name}")
        process = subprocess.Popen(
            [sys.executable, "-m", OURS, str(folder), unit.name, "2"], cwd=ROOT, env=environment(),
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
        )  # fmt: skip
        tables.append(show(unit, watched(process)))
    return Section("e. Memory", TEXT.format(count=count, every=1000 * EVERY), tuple(tables))


def watched(process: subprocess.Popen[bytes]) -> dict[str, Memory]:
    """The largest memory of each kind of process until the grader ends."""
    largest: dict[str, Memory] = {}
    try:
        while stat_of(process.pid)[:1] != ["Z"]:
            for kind, pid in kinds(process.pid):
                with contextlib.suppress(OSError, KeyError):
                    now, old = memory_of(pid), largest.get(kind, Memory(0, 0))
                    largest[kind] = Memory(max(now.resident, old.resident), max(now.unique, old.unique))
            time.sleep(EVERY)
    finally:
        if ended(process)[0]:
            largest.clear()
    return largest


def kinds(grader: int) -> list[tuple[str, int]]:
    """The processes of a grader by what they are; nurseries and the namespaces' inits are none."""
    below = [(pid, command_of(pid), stat) for pid in descendants(grader) if (stat := stat_of(pid))]
    found = []
    for server in (pid for pid, words, stat in below if FORKS in words and int(stat[PPID]) == grader):
        found.append((SERVER, server))
        found += [(WORKER, pid) for pid, _, stat in below if int(stat[PPID]) == server]
    named = {pid for pid, words, _ in below if SANDBOX in words}
    for warm in (pid for pid, _, stat in below if pid in named and int(stat[PPID]) not in named):
        found.append((WARM, warm))
        forks = sorted((int(stat[STARTED]), pid) for pid, _, stat in below if int(stat[PPID]) == warm)
        found += [(GUEST, pid) for _, pid in forks[1:]]  # the oldest is the nursery
    return found


def show(unit: Unit, largest: dict[str, Memory]) -> str:
    """One unit's table."""
    head = ("", "resident MiB", "unique MiB")
    rows = []
    for kind in KINDS:
        if kind in largest:
            rows.append([kind, number(largest[kind].resident), number(largest[kind].unique)])
        else:
            rows.append(reason_row(kind, "the grader failed, or its memory may not be read here", len(head)))
    return table(head, rows, f"{unit.name}, {unit.title}")
