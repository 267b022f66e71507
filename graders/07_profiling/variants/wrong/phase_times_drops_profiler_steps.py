# task: phase_times
# mistake: names-changed
# fails: phase_times.phases_of_a_generated_training, phase_times.odd_events_and_nested_names
"""Leaves the profiler's steps out."""


def phase_times(trace):
    totals = {}
    for event in trace["traceEvents"]:
        if event.get("ph") == "X" and event.get("cat") == "user_annotation":
            if not event["name"].startswith("ProfilerStep"):
                totals[event["name"]] = totals.get(event["name"], 0.0) + event["dur"]
    return totals
