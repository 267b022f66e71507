# task: phase_times
# mistake: milliseconds
# fails: phase_times.two_forwards_and_a_backward, phase_times.phases_of_a_generated_training, phase_times.odd_events_and_nested_names
"""Takes the times for nanoseconds."""


def phase_times(trace):
    totals = {}
    for event in trace["traceEvents"]:
        if event.get("ph") == "X" and event.get("cat") == "user_annotation":
            totals[event["name"]] = totals.get(event["name"], 0) + event["dur"] / 1000
    return totals
