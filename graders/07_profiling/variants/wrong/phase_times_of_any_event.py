# task: phase_times
# mistake: events-without-length
# fails: phase_times.odd_events_and_nested_names
"""Does not ask for ph."""


def phase_times(trace):
    t = {}
    for e in trace["traceEvents"]:
        if e.get("cat") == "user_annotation":
            t[e["name"]] = t.get(e["name"], 0.0) + e.get("dur", 0.0)
    return t
