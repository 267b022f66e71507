# task: find_bottleneck
# mistake: blamed-the-wait
# fails: find_bottleneck.waiting_for_a_busy_gpu_is_compute, find_bottleneck.every_cause_is_named, find_bottleneck.noise_changes_no_verdict, find_bottleneck.who_waits_is_not_to_blame
"""Names whatever holds the most time on the CPU."""


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
    rows = {}
    for e in events:
        if e.get("cat") in ("cuda_runtime", "user_annotation") and not e["name"].startswith(("ProfilerStep", "forward", "data_to")):
            rows[e["name"]] = rows.get(e["name"], 0) + e["dur"]
    name = max(rows, key=rows.get)
    if "DataLoader" in name:
        return "data_loading"
    if "Synchronize" in name:
        return "synchronization"
    if "Memcpy" in name:
        return "host_to_device"
    return "small_kernels" if union(kernels) < span / 2 else "compute"
