# task: phase_times
# mistake: operators-added
# fails: phase_times.odd_events_and_nested_names
"""Finds the names of regions, then adds every event with such a name."""


def phase_times(trace):
    events = [event for event in trace["traceEvents"] if event.get("ph") == "X"]
    names = {event["name"] for event in events if event.get("cat") == "user_annotation"}
    totals = dict.fromkeys(names, 0)
    for event in events:
        if event["name"] in names and event.get("cat") != "gpu_user_annotation":
            totals[event["name"]] += event["dur"]
    return totals
