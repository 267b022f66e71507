# task: find_bottleneck
"""Rules of thumb: mean kernel, waits per kernel, shares above 40 %."""


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
        raise ValueError("no events")
    span = max(e["ts"] + e["dur"] for e in events) - min(e["ts"] for e in events)
    if not kernels:
        if union(loads) > span / 2:
            return "data_loading"
        raise ValueError("no kernels")
    mean = sum(e["dur"] for e in kernels) / len(kernels)
    busy = union(kernels) / span
    if union(loads) > 0.4 * span and busy < 0.4:
        return "data_loading"
    if union(copies) > 0.4 * span:
        return "host_to_device"
    if busy > 0.4:
        return "compute"
    if mean < 10 and len(waits) < len(kernels) / 4:
        return "small_kernels"
    return "synchronization"
