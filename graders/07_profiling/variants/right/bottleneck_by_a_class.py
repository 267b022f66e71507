# task: find_bottleneck
"""Unions of intervals in a class with __call__."""


class Detective:
    def __init__(self, events):
        self.events = [e for e in events if e.get("ph") == "X" and "dur" in e and e.get("cat") != "Trace"]

    @staticmethod
    def union(spans):
        out = []
        for s, t in sorted(spans):
            if out and s <= out[-1][1]:
                out[-1][1] = max(out[-1][1], t)
            else:
                out.append([s, t])
        return out

    def of(self, keep):
        return self.union([(e["ts"], e["ts"] + e["dur"]) for e in self.events if keep(e)])

    def overlap(self, spans, a, b):
        return sum(max(0, min(b, t) - max(a, s)) for s, t in spans)

    def __call__(self):
        ev = self.events
        kernels = self.of(lambda e: e.get("cat") == "kernel")
        loads = self.of(lambda e: e.get("name", "").startswith("enumerate(DataLoader)"))
        if not ev:
            raise ValueError("empty trace")
        a, b = min(e["ts"] for e in ev), max(e["ts"] + e["dur"] for e in ev)
        if not kernels:
            if self.overlap(loads, a, b) * 2 >= b - a and b > a:
                return "data_loading"
            raise ValueError("no kernels")
        copies = self.of(lambda e: e.get("cat") == "gpu_memcpy" and "HtoD" in e["name"])
        syncs = self.of(lambda e: e.get("cat") == "cuda_runtime" and "Synchronize" in e["name"])
        busy = self.union([tuple(x) for x in kernels + copies])
        t = Counter(compute=sum(y - x for x, y in kernels))
        t["host_to_device"] = sum(y - x for x, y in busy) - t["compute"]
        edges = [a] + [v for x in busy for v in x] + [b]
        for x, y in zip(edges[::2], edges[1::2]):
            if y <= x:
                continue
            if 2 * self.overlap(loads, x, y) >= y - x:
                t["data_loading"] += y - x
            elif self.overlap(syncs, x, y) > 0:
                t["synchronization"] += y - x
            else:
                t["small_kernels"] += y - x
        return t.most_common(1)[0][0]


def find_bottleneck(trace):
    return Detective(trace["traceEvents"])()
