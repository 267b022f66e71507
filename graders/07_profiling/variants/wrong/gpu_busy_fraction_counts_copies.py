# task: gpu_busy_fraction
# mistake: copies-counted
# fails: gpu_busy_fraction.two_streams_count_once, gpu_busy_fraction.share_of_generated_traces, gpu_busy_fraction.nested_unsorted_and_missing_kernels
"""Takes everything on the GPU for busy time."""


def gpu_busy_fraction(trace):
    events = [event for event in trace["traceEvents"] if event.get("ph") == "X"]
    kernels = sorted((e["ts"], e["ts"] + e["dur"]) for e in events if e.get("cat") in ("kernel", "gpu_memcpy", "gpu_memset"))
    if not kernels:
        return 0.0
    busy, reached = 0.0, float("-inf")
    for start, end in kernels:
        if end > reached:
            busy += end - max(start, reached)
            reached = end
    return busy / (max(e["ts"] + e["dur"] for e in events) - min(e["ts"] for e in events))
