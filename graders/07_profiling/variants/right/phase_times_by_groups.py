# task: phase_times
"""Sorts and groups."""


def phase_times(trace):
    from itertools import groupby

    events = [e for e in trace["traceEvents"] if e.get("ph") == "X" and e.get("cat", "").lower() == "user_annotation"]
    events.sort(key=lambda e: e["name"])
    return {name: float(sum(e["dur"] for e in group)) for name, group in groupby(events, key=lambda e: e["name"])}
