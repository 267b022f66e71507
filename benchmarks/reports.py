"""A child of the benchmark: the reports of all notebooks of a folder, by course.batch alone.

python -m benchmarks.reports FOLDER UNIT WORKERS
"""

from __future__ import annotations

import sys
from pathlib import Path

from benchmarks.batch import Meter
from benchmarks.machine import ROOT
from course.batch import run_jobs
from course.jobs import Job


def main() -> None:
    """Grades; ends with an error if a submission has no report."""
    folder, unit_name, workers = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
    jobs = [
        Job(path.stem, ROOT, unit_name, f"{unit_name}.ipynb", path.read_bytes(), seed=1)
        for path in sorted(folder.iterdir())
    ]
    meter = Meter(len(jobs))
    for done in run_jobs(jobs, workers):
        if done.report is None:
            raise SystemExit(f"no report: {done.problem}")
        meter.result()


if __name__ == "__main__":
    main()
