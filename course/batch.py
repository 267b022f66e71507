"""Many submissions over a `concurrent.futures` executor.

The worker processes share one warm parent, or have one each where there are many. Results come as they are done.
"""

from __future__ import annotations

import concurrent.futures
import contextlib
import gc
import itertools
import multiprocessing
import os
import socket
import threading
import time
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from multiprocessing.context import BaseContext
from multiprocessing.forkserver import ensure_running
from multiprocessing.util import Finalize
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from course.errors import CourseError, SubmissionError
from course.jobs import Done, Job

if TYPE_CHECKING:
    from course.catalog import Unit
    from course.grading import Grader
    from course.sandbox.host import Sandbox


os.environ.setdefault("KINETO_LOG_LEVEL", "99")  # before torch comes: its profiler logs every start and stop
SHARING = 8  # workers that one warm parent can serve; it forks for one after the other, some 10 ms each time
AHEAD = 4  # jobs under way for each worker: enough to keep it busy, and few are lost when a run is killed


class Cluster(Protocol):
    """Workers somewhere else (course/cluster.py)."""

    def submit(self, job: Job) -> Future[Done]:
        """Sends one job off."""
        ...

    def slots(self) -> int:
        """How many jobs can run at once."""
        ...

    def reason(self, error: Exception) -> str:
        """Why a job has no result, in words."""
        ...


class Worker:
    """What one worker process keeps between jobs: a sandbox, a grader, catalogs."""

    def __init__(self, layers: frozenset[str] | None = None, sandbox: Sandbox | None = None) -> None:
        from course.sandbox.host import ALL_LAYERS, Sandbox

        self.sandbox = sandbox or Sandbox(ALL_LAYERS if layers is None else layers)
        self.sandbox.start()  # its imports run while ours do
        self.grader: Grader | None = None
        self.units: dict[tuple[Path, str], Any] = {}

    def begin(self, job: Job) -> None:
        """Nothing: a job is done when it is run."""

    def run(self, job: Job) -> Done:
        """Grades one submission; whatever happens, there is a result."""
        from course.catalog import load_catalog
        from course.source import parse_submission

        try:
            if self.grader is None:
                self.grader = new_grader(self.sandbox)
            unit = self.units.get((job.root, job.unit))
            if unit is None:
                unit = self.units[(job.root, job.unit)] = load_catalog(job.root).unit(job.unit)
            options: dict[str, Any] = {
                "hidden": job.hidden,
                "tasks": job.tasks,
                "checks": job.checks,
                "seed": job.seed,
            }
            try:
                submission = parse_submission(job.name, job.data)
            except SubmissionError as error:
                report = self.grader.unreadable(unit, job.name, job.data, str(error), **options)
                return Done(job, report, str(error), error.exit_code)
            began = time.perf_counter()
            report = self.grader.grade(unit, submission, **options)
        except CourseError as error:
            return Done(job, problem=str(error), exit_code=error.exit_code)
        except Exception as error:  # one job must not end the batch; the sentence says that it is ours
            return Done(job, problem=f"{job.name}: our fault: {type(error).__name__}: {error}", exit_code=3)
        return Done(job, report, seconds=time.perf_counter() - began)

    def close(self) -> None:
        """Ends the sandbox, and the checks' sessions."""
        if self.grader is not None:
            self.grader.close()
        self.sandbox.close()


def new_grader(sandbox: Sandbox) -> Grader:
    """A grader; the first one imports torch, without the collector, which would take a sixth of the time."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        from course.grading import Grader
    finally:
        if enabled:
            gc.enable()
    return Grader(sandbox)


_worker: Worker | None = None  # one per worker process, made by its initializer


def end_with_parent() -> None:
    """Ends this process as soon as the one that started it is gone, however that ended.

    A pool's worker holds both ends of its queue, so after a kill it would wait for jobs for ever.
    """
    parent = multiprocessing.parent_process()
    if parent is None:
        return

    def watch() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def get_ready(units: Iterable[Unit]) -> BaseContext:
    """The context of worker processes: forks of one process that has imported torch, once for all of them.

    Whoever knows that jobs will come may call it early: the imports run while other things are done.
    """
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["course.preloaded"])
    os.environ["COURSE_PRELOAD"] = ",".join(dict.fromkeys(name for unit in units for name in unit.preload))
    ensure_running()
    del os.environ["COURSE_PRELOAD"]
    return context


def _start(layers: frozenset[str] | None, threads: int, control: socket.socket | None) -> None:
    global _worker
    end_with_parent()
    if control is None:
        _worker = Worker(layers)
    else:
        from course.sandbox.host import ALL_LAYERS, SharedSandbox

        _worker = Worker(sandbox=SharedSandbox(control, ALL_LAYERS if layers is None else layers))
    Finalize(None, _worker.close, exitpriority=0)
    with contextlib.suppress(Exception):  # a torch that is broken is told by each job
        import torch

        torch.set_num_threads(threads)


def _run(job: Job) -> Done:
    assert _worker is not None
    return _worker.run(job)


def run_jobs(
    jobs: Iterable[Job],
    workers: int = 1,
    layers: frozenset[str] | None = None,
    cluster: Cluster | None = None,
    sandbox: Sandbox | None = None,
) -> Iterator[Done]:
    """Results of all jobs, as they are done: on a cluster; else by worker processes here; with one worker
    in this process and in order.

    `sandbox` is one with these layers that the caller has started early, and ends.
    """
    jobs = list(jobs)
    if not jobs:
        return
    if cluster is not None:
        yield from as_done(cluster.submit, jobs, cluster.slots() * AHEAD, cluster.reason)
        return
    if workers <= 1 or len(jobs) < 2:
        with contextlib.closing(Worker(layers, sandbox)) as worker:
            yield from map(worker.run, jobs)
        return
    from course.sandbox.host import ALL_LAYERS, Sandbox

    with contextlib.ExitStack() as stack:
        shared = None
        if workers <= SHARING:
            shared = sandbox
            if shared is None:
                shared = stack.enter_context(Sandbox(ALL_LAYERS if layers is None else layers))
        while jobs:
            suspects, jobs = yield from _run_pool(jobs, workers, layers, shared)
            while suspects:  # one at a time shows which one a worker dies of
                dead, suspects = yield from _run_pool(suspects, 1, layers, shared, ahead=1)
                for job in dead:
                    yield Done(
                        job, problem=f"{job.name}: the grader's worker process died twice on it.", exit_code=3
                    )


def as_done(
    submit: Callable[[Job], Future[Done]], jobs: list[Job], ahead: int, reason: Callable[[Exception], str]
) -> Generator[Done, None, tuple[list[Job], list[Job]]]:
    """Results as they come, with a bounded number of jobs under way.

    Returns, when a worker has died, the jobs that were under way then and those that had not been sent.
    `reason` says in words why a job has no result.
    """
    waiting, running = iter(jobs), dict[Future[Done], Job]()
    suspects: list[Job] = []
    unsent: list[Job] = []
    while True:
        for job in itertools.islice(waiting, 0 if suspects else ahead - len(running)):
            try:
                running[submit(job)] = job
            except BrokenProcessPool:
                unsent.append(job)
                break
        if not running:
            return suspects, [*unsent, *waiting]
        ready, _ = concurrent.futures.wait(running, return_when=concurrent.futures.FIRST_COMPLETED)
        for future in ready:
            job = running.pop(future)
            try:
                done = future.result()
            except BrokenProcessPool:
                suspects.append(job)
            except Exception as error:
                yield Done(job, problem=f"{job.name}: {reason(error)}", exit_code=3)
            else:
                yield replace(done, job=job)


def _run_pool(
    jobs: list[Job],
    workers: int,
    layers: frozenset[str] | None,
    shared: Sandbox | None,
    ahead: int = AHEAD,
) -> Generator[Done, None, tuple[list[Job], list[Job]]]:
    """Runs jobs in worker processes; returns what as_done returns."""
    from course.catalog import load_catalog

    wanted = {job.unit for job in jobs}
    context = get_ready(unit for unit in load_catalog(jobs[0].root) if unit.name in wanted)
    workers = min(workers, len(jobs))
    settings = (layers, 1, None if shared is None else shared.share())
    with concurrent.futures.ProcessPoolExecutor(workers, context, _start, settings) as pool:
        return (yield from as_done(lambda job: pool.submit(_run, job), jobs, workers * ahead, str))


def default_workers() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
