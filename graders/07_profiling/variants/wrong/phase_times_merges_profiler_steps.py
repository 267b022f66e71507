# task: phase_times
# mistake: names-changed
# fails: phase_times.phases_of_a_generated_training, phase_times.odd_events_and_nested_names
"""Cuts the number off ProfilerStep."""


def phase_times(trace):
    totals = {}
    for event in trace["traceEvents"]:
        if event.get("ph") == "X" and event.get("cat") == "user_annotation":
            name = event["name"].split("#")[0]
            totals[name] = totals.get(name, 0) + event.get("dur", 0)
    return totals
