"""course/cluster.py, on a real Dask scheduler with real workers."""

import contextlib
import os
import re
import signal
import subprocess
import sys
import time

import pytest
from class_tools import REFERENCE_POINTS, TOY, UNIT, hand_in, marks, new_class, notebook
from click.testing import CliRunner

from course.batch import AHEAD, run_jobs
from course.cli import cli
from course.cluster import DaskCluster
from course.errors import UsageError
from course.jobs import Job

pytestmark = pytest.mark.xdist_group("cluster")
SOLUTION = UNIT.solution.read_text()
SLOW = SOLUTION + "\n\n# %%\nimport time\ntime.sleep(0.5)\n"


def job(key, text=SOLUTION):
    return Job(key, TOY, UNIT.name, f"{UNIT.name}.py", text.encode(), seed=1)


def start(log, *words, **environment):
    """`python -m distributed.cli.<words>`, as a process group of its own; its output goes to `log`."""
    command = [sys.executable, "-m", f"distributed.cli.{words[0]}", *words[1:]]
    with open(log, "w") as file:
        return subprocess.Popen(command, stdout=file, stderr=file, start_new_session=True,
                                env={**os.environ, "COURSE_ROOT": str(TOY), **environment})  # fmt: skip


def wait_for(pattern, log, seconds=90):
    """The first match of a pattern in a process's output."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if found := re.search(pattern, log.read_text()):
            return found
        time.sleep(0.1)
    raise AssertionError(f"{pattern!r} never came:\n{log.read_text()}")


@pytest.fixture(scope="module")
def scheduler(tmp_path_factory):
    """The address of a scheduler, and a function that starts workers on it."""
    folder = tmp_path_factory.mktemp("dask")
    started = [
        start(folder / "scheduler", "dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard")
    ]
    address = wait_for(r"Scheduler at:\s+(tcp://\S+)", folder / "scheduler")[1]

    def worker(*options, **environment):
        log = folder / f"worker-{len(started)}"
        words = ("dask_worker", address, "--no-nanny", "--nthreads", "1", "--no-dashboard",
                 "--local-directory", str(folder), *options)  # fmt: skip
        started.append(start(log, *words, **environment))
        wait_for("Registered to:", log)
        return started[-1]

    yield address, worker
    for process in started:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def test_a_scheduler_without_workers_is_said(scheduler):
    with pytest.raises(UsageError, match="has no workers"):
        DaskCluster(scheduler[0], UNIT)


def test_nobody_at_the_address_is_said():
    with pytest.raises(UsageError, match=r"no Dask scheduler answers at tcp://127\.0\.0\.1:1"):
        DaskCluster("tcp://127.0.0.1:1", UNIT)


def test_a_cluster_gives_the_marks_of_this_machine_though_a_worker_is_killed(scheduler):
    address, worker = scheduler
    victim, _ = worker(), worker()
    texts = [SLOW, SOLUTION + "\n\n# %%\ndef double(x):\n    return x + 2\n", "nothing at all ("]
    jobs = [job(n, texts[n % 3]) for n in range(12)]
    alone = {done.job.key: done for done in run_jobs(jobs[:3])}
    got = {}
    with DaskCluster(address, UNIT) as cluster:
        assert cluster.slots() * AHEAD < len(jobs)
        for done in run_jobs(jobs, cluster=cluster):
            if not got:
                os.killpg(victim.pid, signal.SIGKILL)
            got[done.job.key] = done
    assert set(got) == set(range(12))
    for key, done in got.items():
        here = alone[key % 3].report
        assert [(c.id, c.status, c.message, c.earned) for c in done.report.checks] == [
            (c.id, c.status, c.message, c.earned) for c in here.checks
        ]
    assert got[0].report.points == REFERENCE_POINTS > got[1].report.points > got[2].report.points


def test_a_class_is_graded_on_a_cluster(scheduler, tmp_path, monkeypatch):
    address, worker = scheduler
    worker()
    monkeypatch.setenv("COURSE_ROOT", str(TOY))
    root = new_class(tmp_path / "class")
    hand_in(root, "ada", notebook())
    hand_in(root, "bob", notebook("def double(x):\n    return x + 2"))
    words = ["class", "grade", "greet", "--dir", str(root), "--dask", address]
    result = CliRunner().invoke(cli, words, standalone_mode=False)
    assert result.return_value == 0, result.output
    assert {student: total for student, (total, _) in marks(root).items()} == {
        "ada": REFERENCE_POINTS,
        "bob": REFERENCE_POINTS - 4,
    }


def test_a_worker_with_another_course_grades_nothing(scheduler, tmp_path):
    address, worker = scheduler
    other = tmp_path / "other"
    subprocess.run(["cp", "-r", str(TOY), str(other)], check=True)
    with open(other / "graders" / UNIT.name / "test_hidden.py", "a") as file:
        file.write("\n# a change\n")
    worker("--resources", "OTHER=1", COURSE_ROOT=str(other))
    with DaskCluster(address, UNIT) as cluster:
        cluster._executor = cluster._client.get_executor(pure=False, resources={"OTHER": 1})
        (done,) = run_jobs([job("a")], cluster=cluster)
    assert done.report is None
    assert done.exit_code == 3
    assert "another version of the course" in done.problem
