"""Record real traces of the five bottlenecks, on a machine with CUDA.

    python graders/07_profiling/record.py            # all five causes, three sizes each
    python graders/07_profiling/record.py --out /tmp/traces

Writes `traces/<cause>_<size>.json.gz`, one small gzipped Kineto trace each, and `traces/provenance.json`:
which card, driver, torch and command, and when. The hidden checks of `find_bottleneck` use whatever lies there,
beside the traces that `timeline.py` generates. The folder is absent until someone with a card has run this.

Each workload is real: a dataset that sleeps, a pageable copy of many megabytes, a read after
every kernel, a loop of tiny kernels, large matrix products. Whether a card shows the intended cause clearly depends
on the card, so a trace is kept only if the cause holds half of its span by a measure that
is independent of the rules in the stub; otherwise its shares are printed and it is left out.

The workloads import inside their bodies, so that the GPU checks can send them to a guest.
"""

from __future__ import annotations

import argparse
import datetime
import gzip
import json
import platform
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

SIZES = ("small", "medium", "large")


def data_loading(size: str) -> Callable[[], object]:
    """Each batch sleeps in the dataset for longer than the GPU needs for it."""
    import time

    import torch
    from torch.utils.data import DataLoader, Dataset

    batches, pause = {"small": (3, 0.004), "medium": (5, 0.008), "large": (8, 0.015)}[size]

    class Slow(Dataset):
        def __len__(self):
            return batches * 4

        def __getitem__(self, index):
            time.sleep(pause / 4)
            return torch.full((256,), float(index))

    weight = torch.randn(256, 256, device="cuda")
    loader = DataLoader(Slow(), batch_size=4)

    def step():
        for batch in loader:
            moved = batch.to("cuda")
            for _ in range(4):
                moved = torch.relu(moved @ weight)
        torch.cuda.synchronize()

    return step


def host_to_device(size: str) -> Callable[[], object]:
    """Large batches leave ordinary, pageable memory in every iteration."""
    import torch

    batches, megabytes = {"small": (3, 16), "medium": (4, 48), "large": (4, 128)}[size]
    host = torch.ones(megabytes * 2**18)

    def step():
        for _ in range(batches):
            moved = host.to("cuda")
            moved.mul_(2.0)
        torch.cuda.synchronize()

    return step


def synchronization(size: str) -> Callable[[], object]:
    """A value is read after every kernel, so the queue never holds more than one."""
    import torch

    reads = {"small": 200, "medium": 500, "large": 1000}[size]
    x = torch.ones(4096, device="cuda")

    def step():
        for _ in range(reads):
            x.mul_(1.0)
            torch.cuda.synchronize()

    return step


def small_kernels(size: str) -> Callable[[], object]:
    """A Python loop over tiny slices; nothing is read until the end."""
    import torch

    kernels = {"small": 300, "medium": 600, "large": 1200}[size]
    rows = torch.ones(kernels, 32, device="cuda")

    def step():
        for row in rows:
            row.add_(1.0)
        torch.cuda.synchronize()

    return step


def compute(size: str) -> Callable[[], object]:
    """Large matrix products are queued at once; then the CPU waits, and is innocent."""
    import torch

    products, width = {"small": (8, 2048), "medium": (12, 4096), "large": (20, 6144)}[size]
    a = torch.randn(width, width, device="cuda")
    b = torch.randn(width, width, device="cuda")

    def step():
        for _ in range(products):
            a @ b
        torch.cuda.synchronize()

    return step


WORKLOADS: dict[str, Callable[[str], Callable[[], object]]] = {
    workload.__name__: workload
    for workload in (data_loading, host_to_device, synchronization, small_kernels, compute)
}


def traced(step: Callable[[], object], path: str, warmup: int = 3) -> dict:
    """One call of a warm `step` under the profiler; the exported trace, read back."""
    import json

    import torch
    from torch.profiler import ProfilerActivity, profile

    for _ in range(warmup):
        step()
    for _ in range(2):  # the first recording pays for the profiler's own buffers
        torch.cuda.synchronize()
        with profile(activities=[ProfilerActivity.CPU, ProfilerActivity.CUDA]) as prof:
            step()
    prof.export_chrome_trace(path)
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def dominance(cause: str, trace: dict) -> float:
    """The share of the span that `cause` holds, by an account of its own: no stretches, no priorities."""
    rows = [
        event
        for event in trace["traceEvents"]
        if event.get("ph") == "X" and "dur" in event and event.get("cat") != "Trace"
    ]
    span = max(e["ts"] + e["dur"] for e in rows) - min(e["ts"] for e in rows)
    kernels = [e for e in rows if e.get("cat") == "kernel"]
    copies = [e for e in rows if e.get("cat") == "gpu_memcpy" and "HtoD" in e["name"]]
    waits = [e for e in rows if e.get("cat") == "cuda_runtime" and "Synchronize" in e["name"]]
    loads = [e for e in rows if e["name"].startswith("enumerate(DataLoader)")]
    idle = 1 - covered(kernels + copies) / span
    if cause == "data_loading":
        return covered(loads) / span
    if cause == "host_to_device":
        return covered(copies) / span
    if cause == "compute":
        return covered(kernels) / span
    if cause == "synchronization":  # idle, and a wait for every other kernel at least
        return idle if 2 * len(waits) >= len(kernels) else 0.0
    return idle if len(waits) <= 2 and len(kernels) >= 100 else 0.0


def covered(events: list[dict]) -> float:
    """Microseconds in which at least one of the events runs."""
    total, reached = 0.0, float("-inf")
    for event in sorted(events, key=lambda e: e["ts"]):
        end = event["ts"] + event["dur"]
        total += max(0.0, end - max(event["ts"], reached))
        reached = max(reached, end)
    return total


def provenance() -> dict[str, str]:
    """Where and how the traces of this run were recorded."""
    import torch

    query = ["nvidia-smi", "--query-gpu=driver_version", "--format=csv,noheader"]
    driver = subprocess.run(query, capture_output=True, text=True, check=False).stdout.split("\n")[0].strip()
    return {
        "card": torch.cuda.get_device_name(),
        "driver": driver or "unknown",
        "cuda": torch.version.cuda or "unknown",
        "torch": torch.__version__,
        "python": platform.python_version(),
        "date": datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
        "command": shlex.join(["python", *sys.argv]),
    }


def main() -> int:
    import torch

    parser = argparse.ArgumentParser(description="Record real traces of the five bottlenecks.")
    parser.add_argument("--out", type=Path, default=Path(__file__).with_name("traces"))
    out: Path = parser.parse_args().out
    if not torch.cuda.is_available():
        print(
            "No CUDA device here, so there is nothing to record. Run this on a machine that has one.",
            file=sys.stderr,
        )
        return 2
    out.mkdir(parents=True, exist_ok=True)
    kept = {}
    for cause, workload in WORKLOADS.items():
        for size in SIZES:
            with tempfile.TemporaryDirectory() as scratch:
                trace = traced(workload(size), f"{scratch}/trace.json")
            share = dominance(cause, trace)
            verdict = "kept" if share >= 0.5 else "left out, not clear enough"
            print(
                f"{cause:16} {size:7} {len(trace['traceEvents']):6} events  share {share:.2f}  {verdict}",
                file=sys.stderr,
            )
            if share < 0.5:
                continue
            trace["traceName"] = "trace.json"  # the name must not tell the cause
            name = f"{cause}_{size}.json.gz"
            # mtime=0: the same trace gives the same bytes
            (out / name).write_bytes(gzip.compress(json.dumps(trace).encode(), 9, mtime=0))
            kept[name] = {"cause": cause, "size": size, "share": round(share, 3)}
    (out / "provenance.json").write_text(
        json.dumps({**provenance(), "traces": kept}, indent=1) + "\n", encoding="utf-8"
    )
    print(f"{len(kept)} traces in {out}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
