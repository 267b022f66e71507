# task: gpu_busy_fraction
"""Running maxima in numpy."""

import numpy as np


def gpu_busy_fraction(trace):
    ev = [e for e in trace["traceEvents"] if e.get("ph") == "X"]
    k = np.array(sorted((e["ts"], e["ts"] + e["dur"]) for e in ev if e.get("cat") == "kernel"), dtype=float)
    if k.size == 0:
        return 0.0
    reach = np.maximum.accumulate(k[:, 1])
    before = np.concatenate([[-np.inf], reach[:-1]])
    busy = np.clip(k[:, 1] - np.maximum(k[:, 0], before), 0, None).sum()
    a = np.array([(e["ts"], e["ts"] + e["dur"]) for e in ev])
    return float(busy / (a[:, 1].max() - a[:, 0].min()))
