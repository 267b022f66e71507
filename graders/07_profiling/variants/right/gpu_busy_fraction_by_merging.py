# task: gpu_busy_fraction
"""Merges intervals into a list first."""


def gpu_busy_fraction(trace):
    events = [e for e in trace["traceEvents"] if e.get("ph") == "X"]
    merged = []
    for e in sorted((e for e in events if e.get("cat") == "kernel"), key=lambda e: e["ts"]):
        start, end = e["ts"], e["ts"] + e["dur"]
        if merged and start <= merged[-1][1]:
            merged[-1][1] = max(merged[-1][1], end)
        else:
            merged.append([start, end])
    if not merged:
        return 0.0
    span = max(e["ts"] + e["dur"] for e in events) - min(e["ts"] for e in events)
    return min(1.0, sum(end - start for start, end in merged) / span)
