# task: gpu_busy_fraction
# mistake: overlaps-added
# fails: gpu_busy_fraction.two_streams_count_once, gpu_busy_fraction.share_of_generated_traces, gpu_busy_fraction.nested_unsorted_and_missing_kernels
"""Adds kernels one by one."""


def gpu_busy_fraction(trace):
    events = [event for event in trace["traceEvents"] if event.get("ph") == "X"]
    kernels = [event["dur"] for event in events if event.get("cat") == "kernel"]
    if not kernels:
        return 0.0
    return sum(kernels) / (max(e["ts"] + e["dur"] for e in events) - min(e["ts"] for e in events))
