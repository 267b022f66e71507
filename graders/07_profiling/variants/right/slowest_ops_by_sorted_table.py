# task: slowest_ops
"""Sorts the rows in place, from the end."""


def slowest_ops(prof, count=5):
    table = [row for row in prof.key_averages() if not (row.is_user_annotation or row.key.startswith("ProfilerStep"))]
    use_device = max((row.self_device_time_total for row in table), default=0) > 0
    table.sort(key=lambda row: row.self_device_time_total if use_device else row.self_cpu_time_total)
    table.reverse()
    result = []
    for row in table:
        if len(result) == count:
            break
        result.append((row.key, row.self_device_time_total if use_device else row.self_cpu_time_total))
    return result
