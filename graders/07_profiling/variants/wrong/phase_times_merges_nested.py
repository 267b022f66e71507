# task: phase_times
# mistake: nested-merged
# fails: phase_times.odd_events_and_nested_names
"""Leaves out an equal name inside another."""


def phase_times(trace):
    totals, reached = {}, {}
    events = [event for event in trace["traceEvents"] if event.get("cat") == "user_annotation" and event.get("ph") == "X"]
    for event in sorted(events, key=lambda event: event["ts"]):
        name, end = event["name"], event["ts"] + event["dur"]
        if event["ts"] >= reached.get(name, float("-inf")):
            totals[name] = totals.get(name, 0) + event["dur"]
            reached[name] = end
    return totals
