# task: gpu_busy_fraction
"""Counts open kernels from edge to edge."""


def gpu_busy_fraction(trace):
    events = [e for e in trace["traceEvents"] if e.get("ph") == "X"]
    edges = sorted(
        edge for e in events if e.get("cat") == "kernel" for edge in ((e["ts"], 1), (e["ts"] + e["dur"], -1))
    )
    busy, running, last = 0.0, 0, None
    for time, change in edges:
        if running:
            busy += time - last
        running, last = running + change, time
    if not busy:
        return 0
    return busy / (max(e["ts"] + e["dur"] for e in events) - min(e["ts"] for e in events))
