# task: slowest_ops
# mistake: zeros-dropped
# fails: slowest_ops.device_time_where_there_is_some
"""Drops operators without device time."""


def slowest_ops(prof, count=5):
    rows = [r for r in prof.key_averages() if not r.is_user_annotation and not r.key.startswith("ProfilerStep")]
    device = any(r.self_device_time_total > 0 for r in rows)
    times = [(r.key, r.self_device_time_total if device else r.self_cpu_time_total) for r in rows]
    times = [pair for pair in times if pair[1] > 0]
    return sorted(times, key=lambda pair: -pair[1])[:count]
