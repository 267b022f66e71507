# task: slowest_ops
# mistake: wrong-clock
# fails: slowest_ops.device_time_where_there_is_some
"""Ranks by CPU time although there is device time."""


def slowest_ops(prof, count=5):
    rows = [row for row in prof.key_averages() if not row.is_user_annotation and not row.key.startswith("ProfilerStep")]
    rows.sort(key=lambda row: row.self_cpu_time_total, reverse=True)
    return [(row.key, row.self_cpu_time_total) for row in rows[:count]]
