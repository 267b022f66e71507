# task: find_bottleneck
"""Masks over the stretches between all cuts."""


def find_bottleneck(trace):
    ev = [e for e in trace["traceEvents"] if e.get("ph") == "X" and e.get("cat") != "Trace" and "dur" in e]
    if not ev:
        raise ValueError("nothing")
    cuts = torch.tensor(sorted({t for e in ev for t in (e["ts"], e["ts"] + e["dur"])}), dtype=torch.float64)
    lengths = cuts[1:] - cuts[:-1]
    mid = (cuts[1:] + cuts[:-1]) / 2
    def mask(f):
        m = torch.zeros(len(mid), dtype=torch.bool)
        for e in ev:
            if f(e):
                m |= (mid > e["ts"]) & (mid < e["ts"] + e["dur"])
        return m
    kernel = mask(lambda e: e.get("cat") == "kernel")
    copy = mask(lambda e: e.get("cat") == "gpu_memcpy" and "HtoD" in e.get("name", "")) & ~kernel
    load = mask(lambda e: e.get("name", "").startswith("enumerate(DataLoader)"))
    sync = mask(lambda e: e.get("cat") == "cuda_runtime" and "Synchronize" in e.get("name", ""))
    total = {"compute": float(lengths[kernel].sum()), "host_to_device": float(lengths[copy].sum()), "data_loading": 0.0, "synchronization": 0.0, "small_kernels": 0.0}
    i, n = 0, len(mid)
    busy = (kernel | copy).tolist()
    while i < n:
        j = i
        while j < n and not busy[j]:
            j += 1
        if j > i:
            seg = slice(i, j)
            span = float(lengths[seg].sum())
            if 2 * float(lengths[seg][load[seg]].sum()) >= span:
                total["data_loading"] += span
            elif bool(sync[seg].any()):
                total["synchronization"] += span
            else:
                total["small_kernels"] += span
            i = j
        else:
            i += 1
    answer = max(total, key=total.get)
    if not kernel.any() and answer != "data_loading":
        raise ValueError("no kernels")
    return answer
