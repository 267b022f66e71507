"""`course watch`: checks again on every save, only what changed and what depends on it.

Which tasks changed is seen from the text: a task's own lines, by the definition of its name; a change
anywhere else (an import, a helper of the student's) means all tasks.
"""

from __future__ import annotations

import ast
import os
import re
import select
import sys
import termios
import threading
import tty
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from course.catalog import Catalog, Unit
from course.errors import SubmissionError
from course.jobs import Grades, Job
from course.plan import UnitPlan
from course.report import Report
from course.source import parse_submission, read_bytes

POLL_MS = 300
KEYS = {"h": "hint", "a": "all", "n": "next", "q": "quit"}


@dataclass(frozen=True)
class Pieces:
    """A submission's text, cut into the tasks' definitions and the rest."""

    tasks: dict[str, str]
    rest: str


def cut(source: str, tasks: tuple[str, ...]) -> Pieces:
    """The lines of each task's definition; text that does not parse is all rest."""
    lines = source.split("\n")
    found: dict[str, str] = {}
    try:
        nodes = ast.parse(source).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return Pieces({}, source)
    for node in nodes:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)) and node.name in tasks:
            first = min([node.lineno, *(d.lineno for d in node.decorator_list)]) - 1
            last = node.end_lineno or node.lineno
            found[node.name] = found.get(node.name, "") + "\n".join(lines[first:last])
            lines[first:last] = [""] * (last - first)
    rest = "\n".join(line for line in lines if line.strip() and not line.lstrip().startswith("#"))
    return Pieces(found, rest)


def changed_tasks(old: Pieces | None, new: Pieces, plan: UnitPlan) -> frozenset[str]:
    """The tasks to check again: changed ones, those that need them, and all if anything else changed."""
    tasks = plan.unit.tasks
    if old is None or old.rest != new.rest or not new.tasks:
        return frozenset(tasks)
    changed = {task for task in tasks if old.tasks.get(task) != new.tasks.get(task)}
    users = {
        task for task in tasks for other in changed if re.search(rf"\b{other}\b", new.tasks.get(task, ""))
    }
    needs = {c.task for c in plan.checks if any(need.split(".")[0] in changed for need in c.needs)}
    return frozenset(changed | users | needs)


def merge(old: Report | None, new: Report) -> Report:
    """The new verdicts, and the old ones of the tasks that were not checked again."""
    if old is None:
        return new
    fresh = {check.id: check for check in new.checks}
    return replace(new, checks=tuple(fresh.get(check.id, check) for check in old.checks))


class Watcher:
    """One unit's file, checked whenever it is saved."""

    def __init__(self, catalog: Catalog, unit: Unit, plan: UnitPlan, path: Path, worker: Grades) -> None:
        self.catalog = catalog
        self.unit = unit
        self.plan = plan
        self.path = path
        self.worker = worker
        self.report: Report | None = None
        self.problem: str | None = None
        self.last: frozenset[str] = frozenset()  # the tasks that were checked last
        self._pieces: Pieces | None = None
        self._data = b""

    def check(self, everything: bool = False) -> frozenset[str]:
        """Checks what changed since the last time; returns the tasks that were checked."""
        try:
            data = read_bytes(self.path)
            program = parse_submission(self.path.name, data).program
        except SubmissionError as error:
            self.problem = str(error)
            return frozenset()
        if data == self._data and not everything and self.problem is None:
            return frozenset()
        pieces = cut("\n".join(cell.source for cell in program.cells), self.unit.tasks)
        known = None if everything or self.report is None else self._pieces
        tasks = changed_tasks(known, pieces, self.plan)
        self._data, self._pieces, self.problem = data, pieces, None
        if tasks:
            job = Job(
                None, self.catalog.root, self.unit.name, self.path.name, data, hidden=False, tasks=tasks
            )
            done = self.worker.run(job)
            if done.report is None:
                self.problem = done.problem
            else:
                self.report = merge(self.report, done.report)
        return tasks

    def first_open(self) -> str | None:
        """The first task that is not green."""
        for check in self.report.checks if self.report else ():
            if check.status.value not in ("passed", "deferred", "grader_fault"):
                return check.task
        return None


def watch_saves(path: Path, wake: Callable[[], object], stop: threading.Event) -> bool:
    """Starts a thread that calls `wake` when the file is saved; whether it has to poll."""
    import watchfiles

    polling = bool(os.environ.get("WATCHFILES_FORCE_POLLING")) or not _inotify_works(path.parent)

    def run() -> None:
        changes = watchfiles.watch(
            path.parent, stop_event=stop, debounce=80, step=20, recursive=False, force_polling=polling,
            poll_delay_ms=POLL_MS, watch_filter=lambda _, name: os.path.basename(name) == path.name, rust_timeout=500,
            yield_on_timeout=False,
        )  # fmt: skip
        for _ in changes:
            wake()

    threading.Thread(target=run, daemon=True).start()
    return polling


def _inotify_works(folder: Path) -> bool:
    """Not on network and FUSE file systems, which do not tell of changes made elsewhere."""
    try:
        mounts = [line.split()[1:3] for line in Path("/proc/mounts").read_text(encoding="utf-8").splitlines()]
    except OSError:
        return sys.platform != "linux"
    inside = [
        (len(point), kind)
        for point, kind in mounts
        if f"{folder.resolve()}/".startswith(point.rstrip("/") + "/")
    ]
    kind = max(inside, default=(0, ""))[1]
    return not kind.startswith(("nfs", "cifs", "smb", "9p", "fuse", "vboxsf"))


@contextmanager
def single_keys() -> Iterator[int | None]:
    """Key presses one by one, without echo; None where stdin is no terminal."""
    if not sys.stdin.isatty():
        yield None
        return
    descriptor = sys.stdin.fileno()
    before = termios.tcgetattr(descriptor)
    try:
        tty.setcbreak(descriptor)
        yield descriptor
    finally:
        termios.tcsetattr(descriptor, termios.TCSADRAIN, before)


def events(path: Path, keys: int | None, tell: Callable[[str], None]) -> Iterator[str]:
    """ "saved" and the names of keys, as they come, until "quit"."""
    read_end, write_end = os.pipe()
    stop = threading.Event()
    polling = watch_saves(path, partial(os.write, write_end, b"s"), stop)
    if polling:
        tell(f"this file system does not tell of changes; looking every {POLL_MS / 1000:g} s instead")
    try:
        while True:
            ready, _, _ = select.select([fd for fd in (read_end, keys) if fd is not None], [], [])
            if read_end in ready:
                os.read(read_end, 4096)
                yield "saved"
            if keys in ready:
                key = os.read(keys, 1).decode("utf-8", "replace").lower() if keys is not None else ""
                if key in ("", "\x04"):
                    return
                if key in KEYS:
                    yield KEYS[key]
    finally:
        stop.set()


__all__ = ["Watcher", "changed_tasks", "cut", "events", "merge", "single_keys"]
