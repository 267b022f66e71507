# task: gpu_busy_fraction
# mistake: span-of-kernels
# fails: gpu_busy_fraction.two_streams_count_once, gpu_busy_fraction.share_of_generated_traces, gpu_busy_fraction.nested_unsorted_and_missing_kernels
"""Divides by the stretch of the kernels."""


def gpu_busy_fraction(trace):
    events = [event for event in trace["traceEvents"] if event.get("ph") == "X"]
    kernels = sorted((e["ts"], e["ts"] + e["dur"]) for e in events if e.get("cat") == "kernel")
    if not kernels:
        return 0.0
    busy, reached = 0.0, float("-inf")
    for start, end in kernels:
        if end > reached:
            busy += end - max(start, reached)
            reached = end
    return busy / (reached - kernels[0][0])
