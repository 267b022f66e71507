# task: phase_times
# mistake: averaged
# fails: phase_times.two_forwards_and_a_backward, phase_times.phases_of_a_generated_training, phase_times.odd_events_and_nested_names
"""Divides by the number of events."""


def phase_times(trace):
    times = {}
    for event in trace["traceEvents"]:
        if event.get("cat") == "user_annotation":
            times.setdefault(event["name"], []).append(event["dur"])
    return {name: sum(values) / len(values) for name, values in times.items()}
