# task: gpu_busy_fraction
# mistake: none
# fails: gpu_busy_fraction.nested_unsorted_and_missing_kernels
"""Fails where there are no kernels."""


def gpu_busy_fraction(trace):
    events = [event for event in trace["traceEvents"] if event.get("ph") == "X"]
    kernels = sorted((e["ts"], e["ts"] + e["dur"]) for e in events if e.get("cat") == "kernel")
    busy, reached = 0.0, float("-inf")
    for start, end in kernels:
        if end > reached:
            busy += end - max(start, reached)
            reached = end
    return busy / (max(e["ts"] + e["dur"] for e in events) - min(e["ts"] for e in events))
