# task: find_bottleneck
# mistake: no-error-without-kernels
# fails: find_bottleneck.a_trace_without_kernels
"""Answers although there are no kernels."""


def find_bottleneck(trace):
    events = [e for e in trace["traceEvents"] if e.get("ph") == "X" and "dur" in e and e.get("cat") != "Trace"]

    def union(chosen):
        total, reached = 0.0, float("-inf")
        for start, end in sorted((e["ts"], e["ts"] + e["dur"]) for e in chosen):
            total += max(0.0, end - max(start, reached))
            reached = max(reached, end)
        return total

    kernels = [e for e in events if e.get("cat") == "kernel"]
    copies = [e for e in events if e.get("cat") == "gpu_memcpy" and "HtoD" in e["name"]]
    loads = [e for e in events if e["name"].startswith("enumerate(DataLoader)")]
    waits = [e for e in events if e.get("cat") == "cuda_runtime" and "Synchronize" in e["name"]]
    if not events:
        return "compute"
    span = max(e["ts"] + e["dur"] for e in events) - min(e["ts"] for e in events)
    if union(kernels) > span / 2:
        return "compute"
    if union(copies) > span / 2:
        return "host_to_device"
    if union(loads) > span / 2:
        return "data_loading"
    return "synchronization" if union(waits) > span / 2 else "small_kernels"
