# task: phase_times
# mistake: none
# fails: phase_times.two_forwards_and_a_backward, phase_times.phases_of_a_generated_training, phase_times.odd_events_and_nested_names
"""Reads the category of every event, and metadata has none."""


def phase_times(trace):
    totals = {}
    for event in trace["traceEvents"]:
        if event["cat"] == "user_annotation":
            totals[event["name"]] = totals.get(event["name"], 0) + event.get("dur", 0)
    return totals
