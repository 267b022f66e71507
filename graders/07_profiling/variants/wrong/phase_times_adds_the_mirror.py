# task: phase_times
# mistake: gpu-mirror-added
# fails: phase_times.two_forwards_and_a_backward, phase_times.phases_of_a_generated_training, phase_times.odd_events_and_nested_names
"""Asks whether user_annotation is in the category."""


def phase_times(trace):
    totals = {}
    for event in trace["traceEvents"]:
        if event.get("ph") == "X" and "user_annotation" in event.get("cat", ""):
            totals[event["name"]] = totals.get(event["name"], 0) + event.get("dur", 0)
    return totals
