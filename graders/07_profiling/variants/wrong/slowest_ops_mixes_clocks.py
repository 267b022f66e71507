# task: slowest_ops
# mistake: two-clocks
# fails: slowest_ops.device_time_where_there_is_some
"""Device time where a row has some, CPU time for the others."""


def slowest_ops(prof, count=5):
    rows = [row for row in prof.key_averages() if not row.is_user_annotation and not row.key.startswith("ProfilerStep")]
    times = [(row.key, row.self_device_time_total or row.self_cpu_time_total) for row in rows]
    return sorted(times, key=lambda pair: -pair[1])[:count]
