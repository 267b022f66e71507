# task: phase_times
# mistake: none
# fails: phase_times.two_forwards_and_a_backward, phase_times.phases_of_a_generated_training, phase_times.odd_events_and_nested_names
"""Gives a list of pairs."""


def phase_times(trace):
    totals = Counter()
    for event in trace["traceEvents"]:
        if event.get("ph") == "X" and event.get("cat") == "user_annotation":
            totals[event["name"]] += event["dur"]
    return list(totals.items())
