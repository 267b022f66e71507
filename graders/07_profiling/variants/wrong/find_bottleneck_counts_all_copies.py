# task: find_bottleneck
# mistake: other-copies-counted
# fails: find_bottleneck.noise_changes_no_verdict
"""Takes every copy for one to the GPU."""


def find_bottleneck(trace):
    trace = {"traceEvents": [dict(e, name="HtoD") if e.get("cat") == "gpu_memcpy" else e for e in trace["traceEvents"]]}
    ev = [e for e in trace["traceEvents"] if e.get("ph") == "X" and e.get("cat") != "Trace" and "dur" in e]
    if not ev:
        raise ValueError("no events")
    cuts = sorted({t for e in ev for t in (e["ts"], e["ts"] + e["dur"])})
    return _walk(ev, cuts)
def _walk(ev, cuts, sync_pred=lambda e: e.get("cat") == "cuda_runtime" and "Synchronize" in e.get("name", ""), load_pred=lambda e: e.get("name", "").startswith("enumerate(DataLoader)")):
    K = [e for e in ev if e.get("cat") == "kernel"]
    H = [e for e in ev if e.get("cat") == "gpu_memcpy" and "HtoD" in e.get("name", "")]
    L = [e for e in ev if load_pred(e)]
    S = [e for e in ev if sync_pred(e)]
    on = lambda rows, a, b: any(r["ts"] < b and r["ts"] + r["dur"] > a for r in rows)
    t, idle = Counter(), []
    def close():
        if idle:
            n = sum(b - a for a, b in idle)
            l = sum(b - a for a, b in idle if on(L, a, b))
            s = any(on(S, a, b) for a, b in idle)
            t["data_loading" if 2 * l >= n else "synchronization" if s else "small_kernels"] += n
            idle.clear()
    for a, b in pairwise(cuts):
        if on(K, a, b): close(); t["compute"] += b - a
        elif on(H, a, b): close(); t["host_to_device"] += b - a
        else: idle.append((a, b))
    close()
    ans = max(t, key=t.get) if t else None
    if not K and ans != "data_loading":
        raise ValueError("no kernels")
    return ans
