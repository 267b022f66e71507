"""`make bench`: how long a check takes, as ratios of `import torch` in the same run.

Whole processes, interleaved (A B C A B C ...), medians. The submission is unit 1's reference, so
that every check runs. "plain pytest" is the same visible checks run by pytest in one process, with the
student's functions called directly: what a course without a sandbox would do.

The table goes to stdout and, with machine and versions, to benchmarks/RESULTS.md.
"""

from __future__ import annotations

import argparse
import datetime
import os
import platform
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PLAIN = '''
import importlib.util, sys, types
import pytest

def load(name, path):
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module

class Direct:
    """The student fixture without a sandbox."""
    def __init__(self, module): self._module = module
    def __getattr__(self, name): return getattr(self._module, name)
    def call(self, name, *args, **kwargs):
        return types.SimpleNamespace(value=getattr(self._module, name)(*args, **kwargs), args=args, kwargs=kwargs, output="")
    def observe(self, probe, *args, **kwargs): return probe(self._module, *args, **kwargs)

@pytest.fixture(scope="session")
def student():
    return Direct(load("submission", {submission!r}))
'''


def main() -> None:
    """Runs the benchmark and writes the table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--unit", default="tensors")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        rows = measure(Path(folder), options.unit, options.runs)
    text = table(rows, options.unit, options.runs)
    print(text)
    (ROOT / "benchmarks" / "RESULTS.md").write_text(text, encoding="utf-8")


def measure(folder: Path, unit_word: str, runs: int) -> dict[str, list[tuple[float, float]]]:
    """Wall and CPU seconds per command, one pair per round."""
    sys.path.insert(0, str(ROOT))
    from course.catalog import load_catalog

    unit = load_catalog(ROOT).unit(unit_word)
    shutil.copy(unit.solution, folder / f"{unit.name}.py")
    plain = folder / "plain"
    plain.mkdir()
    (plain / "conftest.py").write_text(PLAIN.replace("{submission!r}", repr(str(folder / f"{unit.name}.py"))))
    shutil.copy(unit.visible_checks, plain / "test_visible.py")
    runtime = folder / "run"
    runtime.mkdir(mode=0o700)
    warm = {**os.environ, "XDG_RUNTIME_DIR": str(runtime)}
    cold = {**os.environ, "COURSE_COLD": "1"}
    course = [sys.executable, "-m", "course"]
    python = [sys.executable, "-c"]
    commands: dict[str, Callable[[], tuple[float, float]]] = {
        "import torch; os._exit": lambda: timed([*python, "import torch, os; os._exit(0)"], folder, cold),
        "import torch": lambda: timed([*python, "import torch"], folder, cold),
        "plain pytest -q": lambda: timed(
            [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(plain)], folder, cold
        ),
        "course check, alone (--cold)": lambda: timed([*course, "check", unit.short_name], folder, cold),
        "course check, first": lambda: first(course, unit.short_name, folder, warm, runtime),
        "course check, again": lambda: timed([*course, "check", unit.short_name], folder, warm),
        "course --help": lambda: timed([*course, "--help"], folder, cold),
        "course list": lambda: timed([*course, "list"], folder, cold),
        "course hint": lambda: timed([*course, "hint", f"{unit.short_name}.{unit.tasks[0]}"], folder, cold),
    }
    rows: dict[str, list[tuple[float, float]]] = {name: [] for name in commands}
    for number in range(runs + 1):
        for name, run in commands.items():
            pair = run()
            if number:  # the first round fills caches
                rows[name].append(pair)
    end_residents(runtime)
    return rows


def timed(command: list[str], folder: Path, environment: dict[str, str]) -> tuple[float, float]:
    """Wall and CPU seconds of one command (its own children included, a resident not)."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    began = time.perf_counter()
    result = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
    wall = time.perf_counter() - began
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if result.returncode not in (0, 1):
        raise SystemExit(f"{' '.join(command)} ended with {result.returncode}:\n{result.stderr}")
    return wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def first(
    course: list[str], unit: str, folder: Path, environment: dict[str, str], runtime: Path
) -> tuple[float, float]:
    """A check that has to start the resident."""
    end_residents(runtime)
    return timed([*course, "check", unit], folder, environment)


def end_residents(runtime: Path) -> None:
    """A resident ends within a second or two once its socket is gone."""
    for path in runtime.rglob("*.sock"):
        path.unlink()
    time.sleep(2.5)


def table(rows: dict[str, list[tuple[float, float]]], unit: str, runs: int) -> str:
    """The results as Markdown."""
    base = statistics.median(wall for wall, _ in rows["import torch; os._exit"])
    lines = [
        "# Results",
        "",
        f"`python -m benchmarks --unit {unit} --runs {runs}`, {datetime.date.today().isoformat()}: "
        f"{os.cpu_count()} cores, {platform.machine()}, Python {platform.python_version()}, torch {version('torch')}. "
        "Medians of whole processes, interleaved. The ratio is wall time over `import torch; os._exit(0)`.",
        "",
        "| command | wall s | CPU s | ratio |",
        "|---|---|---|---|",
    ]
    for name, pairs in rows.items():
        wall = statistics.median(pair[0] for pair in pairs)
        cpu = statistics.median(pair[1] for pair in pairs)
        lines.append(f"| {name} | {wall:.2f} | {cpu:.2f} | {wall / base:.2f} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    main()
