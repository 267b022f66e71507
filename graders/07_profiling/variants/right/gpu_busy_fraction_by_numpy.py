# task: gpu_busy_fraction
"""Cuts the time line at all edges and marks the pieces, with numpy."""


def gpu_busy_fraction(trace):
    import numpy as np

    complete = [e for e in trace["traceEvents"] if e.get("ph") == "X" and e.get("dur") is not None]
    starts = np.array([e["ts"] for e in complete if e.get("cat") == "kernel"])
    ends = np.array([e["ts"] + e["dur"] for e in complete if e.get("cat") == "kernel"])
    if len(starts) == 0:
        return 0.0
    cuts = np.unique(np.concatenate([starts, ends]))
    middles = (cuts[1:] + cuts[:-1]) / 2
    open_ = ((starts[None] <= middles[:, None]) & (middles[:, None] < ends[None])).any(axis=1)
    span = max(e["ts"] + e["dur"] for e in complete) - min(e["ts"] for e in complete)
    return float(np.diff(cuts)[open_].sum() / span)
