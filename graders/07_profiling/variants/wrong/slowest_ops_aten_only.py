# task: slowest_ops
# mistake: aten-only
# fails: slowest_ops.a_real_recording_to_its_end
"""Lists only names that start with aten."""


def slowest_ops(prof, count=5):
    rows = [row for row in prof.key_averages() if row.key.startswith("aten::")]
    clock = "self_device_time_total" if any(row.self_device_time_total for row in rows) else "self_cpu_time_total"
    return sorted(((row.key, getattr(row, clock)) for row in rows), key=lambda pair: -pair[1])[:count]
