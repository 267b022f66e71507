"""Runs of a whole batch in a child process, ours or the bare loop, and what is measured inside of it.

A child prints one JSON line: a Meter's figures. "Steady" is the second half of the batch, so that
imports and the start of workers are left out; "whole" is the child from outside.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.machine import ROOT
from benchmarks.processes import command_of, descendants, memory_of, tree_cpu
from benchmarks.timing import NotMeasured, Times, ended, environment, last_words

OURS, BARE, CALLS = "benchmarks.reports", "benchmarks.bare_fork", "benchmarks.bare_calls"


class Meter:
    """Counts results inside a child, and prints its figures after the last."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.seen = 0
        self.steady_from = count // 2  # by then all workers are at work, and what comes once has come
        self.wall = time.perf_counter()
        self.cpu = 0.0

    def result(self) -> None:
        """One more submission is done."""
        self.seen += 1
        if self.seen == self.steady_from:
            self.wall, self.cpu = time.perf_counter(), tree_cpu(os.getpid())
        if self.seen == self.count:
            steady = self.count - self.steady_from
            wall = (time.perf_counter() - self.wall) / steady
            cpu = (tree_cpu(os.getpid()) - self.cpu) / steady
            print(json.dumps({"steady_wall": wall, "steady_cpu": cpu, "resident": resident()}), flush=True)


def resident() -> dict[str, float]:
    """Resident MiB of this process, of its largest worker and of the largest warm parent."""
    found = {"main": memory_of(os.getpid()).resident, "worker": 0.0, "warm": 0.0}
    for pid in descendants(os.getpid()):
        words = command_of(pid)
        kind = (
            "warm"
            if "course.sandbox.warm" in words
            else "worker"
            if "multiprocessing.forkserver" in words
            else None
        )
        if kind:
            found[kind] = max(found[kind], memory_of(pid).resident)
    return found


@dataclass(frozen=True)
class BatchRun:
    """One batch: seconds of the whole child, and per submission in the steady part; resident MiB at its end."""

    count: int
    whole: Times
    steady: Times
    resident: dict[str, float]


def run_batch(module: str, folder: Path, unit_name: str, workers: int) -> BatchRun:
    """Runs a child on all files of a folder; NotMeasured if it does not give figures."""
    command = [sys.executable, "-m", module, str(folder), unit_name, str(workers)]
    began = time.perf_counter()
    out, err = folder.with_suffix(".out"), folder.with_suffix(".err")
    with out.open("wb") as output, err.open("wb") as errors:
        process = subprocess.Popen(
            command, cwd=ROOT, env=environment(), stdin=subprocess.DEVNULL, stdout=output, stderr=errors,
            start_new_session=True,
        )  # fmt: skip
        code, usage = ended(process, began)
    lines = out.read_text(encoding="utf-8").splitlines()
    if code or not lines:
        raise NotMeasured(f"{module} ended with {code}: {last_words(err.read_bytes())}")
    figures: dict[str, Any] = json.loads(lines[-1])
    return BatchRun(
        len(list(folder.iterdir())),
        Times(usage.wall, usage.cpu),
        Times(figures["steady_wall"], figures["steady_cpu"]),
        figures["resident"],
    )
