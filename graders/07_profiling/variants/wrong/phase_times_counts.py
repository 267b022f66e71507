# task: phase_times
# mistake: counted-not-timed
# fails: phase_times.two_forwards_and_a_backward, phase_times.phases_of_a_generated_training, phase_times.odd_events_and_nested_names
"""Counts the events."""


def phase_times(trace):
    totals = {}
    for event in trace["traceEvents"]:
        if event.get("ph") == "X" and event.get("cat") == "user_annotation":
            totals[event["name"]] = totals.get(event["name"], 0) + 1
    return totals
