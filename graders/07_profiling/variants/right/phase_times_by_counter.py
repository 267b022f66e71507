# task: phase_times
"""A Counter, and ints where the trace has ints."""


def phase_times(trace):
    times = Counter()
    for event in trace.get("traceEvents", []):
        if event.get("cat") == "user_annotation" and "dur" in event:
            times[event["name"]] += event["dur"]
    return times
