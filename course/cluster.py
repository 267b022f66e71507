"""Submissions on other machines: a batch on a `dask.distributed` cluster.

Each Dask worker process keeps one sandbox and grades one submission at a time with its own copy of the
course, which must be the one that is graded here (graders, references, engine, torch: by fingerprint). Its
sandbox is proved before its first submission, as it is here. Dask runs a submission again whose
worker was lost. Where workers offer the resource GPU, units with checks that need CUDA go to those.

Needs the extra `cluster`.
"""

from __future__ import annotations

import threading
from concurrent.futures import Future
from dataclasses import dataclass, field, replace
from typing import Any

from course.batch import Worker
from course.catalog import Unit, course_root, load_catalog
from course.errors import UsageError
from course.fingerprint import unit_fingerprint
from course.jobs import Done, Job
from course.plan import read_plan

GPU = "GPU"  # the name of the resource: `dask worker --resources GPU=1`
CONNECT_SECONDS = 10


@dataclass(frozen=True)
class Assignment:
    """What a worker has to know beside the submission."""

    job: Job
    fingerprint: str  # of the unit's graders and all that judges, here
    unconfined: bool


class DaskCluster:
    """A running cluster, by the address of its scheduler. Use as a context.

    Raises UsageError where the extra is not installed, nobody answers, or there is no worker.
    """

    def __init__(self, address: str, unit: Unit, unconfined: bool = False) -> None:
        try:
            import distributed
        except ImportError as error:
            raise UsageError(
                "a cluster needs the extra: pip install 'pytorch-quickstart-course[cluster]'"
            ) from error
        try:
            connect: Any = distributed.Client
            self._client = connect(address, timeout=CONNECT_SECONDS, set_as_default=False)
        except (OSError, ValueError, TimeoutError) as error:
            raise UsageError(f"no Dask scheduler answers at {address}.") from error
        self._unit = unit
        self._fingerprint = unit_fingerprint(unit)
        self._unconfined = unconfined
        workers = self._workers()
        if not workers:
            self._client.close()
            raise UsageError(f"the Dask cluster at {address} has no workers.")
        cuda = any(check.cuda for check in read_plan(unit).checks)
        with_gpu = any(GPU in worker["resources"] for worker in workers.values())
        options = {"resources": {GPU: 1}} if cuda and with_gpu else {}
        self._executor = self._client.get_executor(pure=False, retries=2, **options)

    def __enter__(self) -> DaskCluster:
        return self

    def __exit__(self, *_: object) -> None:
        self._executor.shutdown(wait=False)
        self._client.close()

    def _workers(self) -> dict[str, Any]:
        found: dict[str, Any] = self._client.scheduler_info(n_workers=-1)["workers"]
        return found

    def submit(self, job: Job) -> Future[Done]:
        """Sends one submission off."""
        future: Future[Done] = self._executor.submit(
            grade_there, Assignment(job, self._fingerprint, self._unconfined)
        )
        return future

    def slots(self) -> int:
        """The processes of the cluster; each grades one submission at a time."""
        return max(1, len(self._workers()))

    def reason(self, error: Exception) -> str:
        """Why a submission has no result."""
        name = type(error).__name__
        if name == "KilledWorker":
            return "each worker of the cluster that took it died."
        return f"the cluster gave no result: {name}: {error}"


@dataclass
class _Place:
    """What a Dask worker process keeps between submissions."""

    lock: threading.Lock = field(default_factory=threading.Lock)  # a grader is for one thread
    worker: Worker | None = None
    open_layers: str = ""


_place = _Place()  # one per worker process


def grade_there(assignment: Assignment) -> Done:
    """Runs on a Dask worker: grades with the worker's own copy of the course."""
    job = replace(assignment.job, root=course_root())
    with _place.lock:
        if unit_fingerprint(load_catalog(job.root).unit(job.unit)) != assignment.fingerprint:
            problem = "a worker of the cluster has another version of the course, or of torch."
            return Done(job, problem=f"{job.name}: {problem}", exit_code=3)
        if _place.worker is None:
            _begin()
        assert _place.worker is not None
        if _place.open_layers and not assignment.unconfined:
            problem = f"the sandbox does not hold on a worker of the cluster ({_place.open_layers})."
            return Done(job, problem=f"{job.name}: {problem}", exit_code=3)
        return _place.worker.run(job)


def _begin() -> None:
    import torch

    from course.sandbox.witness import prove

    torch.set_num_threads(1)
    _place.worker = Worker()
    _place.open_layers = ", ".join(
        name for name, found in prove(_place.worker.sandbox).items() if not found.held
    )
