# task: slowest_ops
# mistake: another-unit
# fails: slowest_ops.three_slowest_of_a_handmade_recording, slowest_ops.self_time_summed_over_calls, slowest_ops.device_time_where_there_is_some, slowest_ops.a_real_recording_to_its_end
"""Gives milliseconds."""


def slowest_ops(prof, count=5):
    rows = [row for row in prof.key_averages() if not row.is_user_annotation and not row.key.startswith("ProfilerStep")]
    clock = "self_device_time_total" if any(row.self_device_time_total for row in rows) else "self_cpu_time_total"

    return sorted(((row.key, getattr(row, clock) / 1000) for row in rows), key=lambda pair: -pair[1])[:count]
