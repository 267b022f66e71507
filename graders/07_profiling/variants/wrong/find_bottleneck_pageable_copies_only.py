# task: find_bottleneck
# mistake: copy-overlooked
# fails: find_bottleneck.who_waits_is_not_to_blame
"""Overlooks copies from pinned memory where there is hardly a kernel for each (so that no draw decides)."""


def rows_of_the_span(trace):
    return [e for e in trace["traceEvents"] if e.get("ph") == "X" and "dur" in e and e.get("cat") != "Trace"]


def length(rows):
    total, reached = 0.0, float("-inf")
    for start, end in sorted((e["ts"], e["ts"] + e["dur"]) for e in rows):
        total += max(0.0, end - max(start, reached))
        reached = max(reached, end)
    return total


def by_shares(trace, copies_named="HtoD"):
    rows = rows_of_the_span(trace)
    kernels = [e for e in rows if e.get("cat") == "kernel"]
    copies = [e for e in rows if e.get("cat") == "gpu_memcpy" and copies_named in e["name"]]
    loads = [e for e in rows if e["name"].startswith("enumerate(DataLoader)")]
    waits = [e for e in rows if e.get("cat") == "cuda_runtime" and "Synchronize" in e["name"]]
    span = max((e["ts"] + e["dur"] for e in rows), default=0) - min((e["ts"] for e in rows), default=0)
    if not kernels:
        if rows and 2 * length(loads) >= span:
            return "data_loading"
        raise ValueError("no kernels")
    if 2 * length(kernels) >= span:
        return "compute"
    if 2 * (length(kernels + copies) - length(kernels)) >= span:
        return "host_to_device"
    if 2 * (length(kernels + copies + loads) - length(kernels + copies)) >= span:
        return "data_loading"
    idle_waits = length(kernels + copies + waits) - length(kernels + copies)
    return "synchronization" if 2 * idle_waits >= span else "small_kernels"


def find_bottleneck(trace):
    rows = rows_of_the_span(trace)
    copies = sum(e.get("cat") == "gpu_memcpy" and "HtoD" in e["name"] for e in rows)
    few = sum(e.get("cat") == "kernel" for e in rows) < 2 * copies
    return by_shares(trace, copies_named="HtoD (Pageable" if few else "HtoD")
