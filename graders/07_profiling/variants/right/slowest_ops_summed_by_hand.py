# task: slowest_ops
"""Adds up single events."""


def slowest_ops(prof, count=5):
    from collections import defaultdict

    events = [event for event in prof.events() if not event.is_user_annotation and "ProfilerStep" not in event.key]
    device = any(event.self_device_time_total for event in events)
    totals = defaultdict(float)
    for event in events:
        totals[event.key] += event.self_device_time_total if device else event.self_cpu_time_total
    return sorted(totals.items(), key=lambda pair: pair[1], reverse=True)[:count]
