# task: gpu_busy_fraction
# mistake: not-only-complete-events
# fails: gpu_busy_fraction.share_of_generated_traces, gpu_busy_fraction.nested_unsorted_and_missing_kernels
"""The span takes in metadata and instants."""


def gpu_busy_fraction(trace):
    events = [event for event in trace["traceEvents"]]
    kernels = sorted((e["ts"], e["ts"] + e["dur"]) for e in events if e.get("cat") == "kernel")
    if not kernels:
        return 0.0
    busy, reached = 0.0, float("-inf")
    for start, end in kernels:
        if end > reached:
            busy += end - max(start, reached)
            reached = end
    return busy / (max(e["ts"] + e.get("dur", 0) for e in events) - min(e["ts"] for e in events))
