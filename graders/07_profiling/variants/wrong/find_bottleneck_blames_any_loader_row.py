# task: find_bottleneck
# mistake: quick-loader-blamed
# fails: find_bottleneck.noise_changes_no_verdict
"""Blames the loader wherever one of its rows is."""


def find_bottleneck(trace):
    ev = [e for e in trace["traceEvents"] if e.get("ph") == "X" and e.get("cat") != "Trace" and "dur" in e]
    K = sorted((e["ts"], e["ts"] + e["dur"], "compute") for e in ev if e.get("cat") == "kernel")
    if not K and not any(e.get("name", "").startswith("enumerate(DataLoader)") for e in ev):
        raise ValueError("x")
    if not K: return "data_loading"
    G = K + [(e["ts"], e["ts"] + e["dur"], "host_to_device") for e in ev if e.get("cat") == "gpu_memcpy" and "HtoD" in e.get("name", "")]
    G.sort()
    t = Counter()
    lo, hi = min(e["ts"] for e in ev), max(e["ts"] + e["dur"] for e in ev)
    pos = lo
    def idle(a, b):
        over = [e for e in ev if e["ts"] < b and e["ts"] + e["dur"] > a]
        if any(e.get("name", "").startswith("enumerate(DataLoader)") for e in over): return "data_loading"
        if any(e.get("cat") == "cuda_runtime" and "Synchronize" in e.get("name", "") for e in over): return "synchronization"
        return "small_kernels"
    for a, b, r in G:
        if a > pos: t[idle(pos, a)] += a - pos
        if b > pos: t[r] += b - max(a, pos)
        pos = max(pos, b)
    if hi > pos: t[idle(pos, hi)] += hi - pos
    return max(t, key=t.get)
