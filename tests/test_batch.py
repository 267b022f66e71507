"""course/batch.py: every job has a result, whatever the others do."""

import contextlib
import multiprocessing
import os
import pickle
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from course.batch import run_jobs
from course.jobs import Job
from course.report import Status
from course.sandbox.watch import descendants

TOY = Path(__file__).parent / "toy_course"
GOOD = (TOY / "solutions/01_greet.py").read_bytes()


def job(key, data=GOOD, name="01_greet.py", **changes):
    return Job(key, TOY, "greet", name, data, 1, **changes)


def results(jobs, workers):
    return {done.job.key: done for done in run_jobs(jobs, workers)}


@pytest.mark.parametrize("workers", [1, 2])
def test_good_and_bad_submissions_each_get_their_own_result(workers):
    jobs = [
        job("good"),
        job("crash", GOOD + b"\n\n# %%\nimport os\ndef greet(name): os._exit(0)\n"),
        job("hang", b"while True: pass\n"),
        job("empty", b""),
        job("utf16", "x = 1".encode("utf-16")),
        job("json", b"{", name="01_greet.ipynb"),
        job("last"),
    ]
    got = results(jobs, workers)
    assert set(got) == {"good", "crash", "hang", "empty", "utf16", "json", "last"}
    assert got["good"].report.points == got["last"].report.points == 10
    assert 0 < got["crash"].report.points < 10
    assert got["hang"].report.points == 0
    for key in ("empty", "utf16", "json"):
        report = got[key].report
        assert report.points == 0
        told = {check.message for check in report.checks if check.status is not Status.DEFERRED}
        assert told == {got[key].problem}
        assert report.max_points == got["good"].report.max_points
        assert len(report.checks) == len(got["good"].report.checks)
        assert got[key].exit_code == 2
        assert "01_greet" in got[key].problem


def test_a_unit_that_does_not_exist_is_a_sentence_not_a_traceback():
    (done,) = run_jobs([Job("x", TOY, "nope", "x.py", GOOD)])
    assert done.exit_code == 2
    assert "no unit 'nope'" in done.problem


def test_no_worker_outlives_a_grader_that_is_killed(tmp_path):
    code = (
        "import sys, time, os; from pathlib import Path; from course.batch import run_jobs; from course.jobs import Job\n"
        "if __name__ == '__main__':\n"
        f"    root = Path({str(TOY)!r})\n"
        "    hang = Job('a', root, 'greet', '01_greet.py', b'while True: pass', 1)\n"
        "    for done in run_jobs([hang] * 4, workers=2): pass\n"
    )
    script = tmp_path / "grader.py"
    script.write_text(code)
    process = subprocess.Popen([sys.executable, str(script)], env={**os.environ, "WITNESS": str(tmp_path)})
    try:
        assert within(60, lambda: len(alive(tmp_path)) >= 4)  # the grader, two workers, a sandbox
    finally:
        process.kill()
        process.wait()
    assert within(30, lambda: not alive(tmp_path)), alive(tmp_path)


def alive(mark):
    """The processes whose environment holds a mark of ours."""
    found = []
    for path in Path("/proc").glob("[0-9]*/environ"):
        with contextlib.suppress(OSError):
            if f"WITNESS={mark}".encode() in path.read_bytes().split(b"\0"):
                found.append(path.parent.name)
    return found


def within(seconds, condition):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.05)
    return False


def test_workers_that_are_killed_cost_nobody_a_report():
    """Of many jobs, those under way when a worker dies run again alone; the others never notice."""
    killed, got = 0, {}
    for done in run_jobs([job(n) for n in range(16)], workers=2):
        got[done.job.key] = done
        if len(got) in (1, 11):  # twice, in different pools
            killed += kill_a_worker()
    assert killed == 2
    assert set(got) == set(range(16))
    assert {done.report and done.report.points for done in got.values()} == {10}


def test_workers_share_a_warm_parent_and_have_their_own_when_it_is_killed():
    got, warm, others = {}, [], warm_parents()
    for done in run_jobs([job(n) for n in range(16)], workers=2):
        got[done.job.key] = done
        warm.append(warm_parents() - others)
        if len(got) == 4:
            assert len(warm[-1]) == 1
            os.kill(*warm[-1], signal.SIGKILL)
    assert len(warm[-1]) == 2
    assert not warm[-1] & warm[0]
    assert {done.report and done.report.points for done in got.values()} == {10}
    assert warm_parents() == others


def warm_parents():
    """The warm parents below this process: not their children, which have the same command line."""
    named = {}
    for pid in descendants({os.getpid()}):
        with contextlib.suppress(OSError):
            if b"course.sandbox.warm" in Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0"):
                named[pid] = int(Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[1])
    return {pid for pid, parent in named.items() if parent not in named}


def kill_a_worker():
    """Kills one worker process of this process's pool; how many it killed."""
    worker = multiprocessing.active_children()[0]
    worker.kill()
    worker.join()
    return 1


def test_a_result_brings_nothing_of_torch_into_the_process_that_reads_it():
    (done,) = run_jobs([job("a")])
    code = "import pickle, sys; pickle.load(sys.stdin.buffer); sys.exit('torch' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], input=pickle.dumps(done)).returncode == 0


def test_a_torch_that_cannot_be_imported_is_a_sentence_for_each_job(tmp_path):
    (tmp_path / "torch").mkdir()
    (tmp_path / "torch/__init__.py").write_text("raise OSError('a library is missing')")
    for name in ("a", "b"):
        (tmp_path / f"{name}.py").write_bytes(GOOD + f"\n# {name}\n".encode())
    files = [str(tmp_path / f"{name}.py") for name in ("a", "b")]
    command = [sys.executable, "-m", "course", "grade", *files, "--unit", "greet", "--workers", "2"]
    environment = {**os.environ, "PYTHONPATH": str(tmp_path), "COURSE_ROOT": str(TOY)}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120)
    assert done.returncode == 3
    assert done.stderr.count("our fault: OSError: a library is missing") == 2
    assert "Traceback" not in done.stderr
