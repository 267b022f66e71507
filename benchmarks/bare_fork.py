"""A child of the benchmark: the least that can be done for a submission in a process of its own.

    python -m benchmarks.bare_fork FOLDER UNIT WORKERS

Everything is imported once; for each submission one fork executes its source, calls its functions as
the plain assertions do, and writes the verdicts to a pipe. No isolation, no limits, no hidden checks, no
reports: a bound, not a grader. (bare_calls.py is the same with the calls of our own checks.)
"""

from __future__ import annotations

import gc
import importlib
import json
import os
import select
import sys
import types
from collections.abc import Callable
from pathlib import Path
from typing import Any

from benchmarks.asserts import loaded
from benchmarks.batch import Meter

IMPORTED = ("numpy", "torch", "torch.testing", "torch.optim", "torch._dynamo")


Runs = dict[str, Callable[[Any], Any]]


def main(read: Callable[[str], Runs] = loaded) -> None:
    """Forks for each submission, with so many forks at once as there are workers."""
    folder, unit_name, workers = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
    for name in IMPORTED:
        importlib.import_module(name)
    sys.modules["torch"].set_num_threads(1)
    assertions = read(unit_name)
    sources = [path.read_text(encoding="utf-8") for path in sorted(folder.iterdir())]
    gc.freeze()
    meter = Meter(len(sources))
    running: dict[int, tuple[int, bytes]] = {}
    while sources or running:
        while sources and len(running) < workers:
            reader, pid = start(sources.pop(), assertions)
            running[reader] = pid, b""
        for reader in select.select(list(running), [], [])[0]:
            pid, data = running[reader]
            more = os.read(reader, 65536)
            running[reader] = pid, data + more
            if not more:
                del running[reader]
                os.close(reader)
                os.waitpid(pid, 0)
                if len(json.loads(data)) != len(assertions):
                    raise SystemExit("a fork did not give its verdicts")
                meter.result()


def start(source: str, assertions: Runs) -> tuple[int, int]:
    """Forks for one submission; the pipe from which its verdicts come, and the fork's id."""
    reader, writer = os.pipe()
    pid = os.fork()
    if pid:
        os.close(writer)
        return reader, pid
    try:
        module = types.ModuleType("submission")
        exec(compile(source, "submission.py", "exec"), module.__dict__)
        verdicts = {name: holds(assertion, module) for name, assertion in assertions.items()}
        os.write(writer, json.dumps(verdicts).encode())
    finally:
        os._exit(0)


def holds(assertion: Callable[[Any], Any], module: types.ModuleType) -> bool:
    """Whether an assertion passes."""
    try:
        assertion(module)
    except Exception:
        return False
    return True


if __name__ == "__main__":
    main()
