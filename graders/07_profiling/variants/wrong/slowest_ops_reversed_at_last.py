# task: slowest_ops
# mistake: rising-order
# fails: slowest_ops.three_slowest_of_a_handmade_recording, slowest_ops.self_time_summed_over_calls, slowest_ops.device_time_where_there_is_some, slowest_ops.a_real_recording_to_its_end
"""Turns the right list around."""


def slowest_ops(prof, count=5):
    rows = [r for r in prof.key_averages() if not r.is_user_annotation and not r.key.startswith("ProfilerStep")]
    device = any(r.self_device_time_total > 0 for r in rows)
    times = [(r.key, r.self_device_time_total if device else r.self_cpu_time_total) for r in rows]
    return sorted(times, key=lambda pair: -pair[1])[:count][::-1]
