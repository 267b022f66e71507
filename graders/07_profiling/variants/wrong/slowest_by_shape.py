# task: slowest_ops
# mistake: calls-not-grouped
# fails: slowest_ops.a_real_recording_to_its_end
"""Has one row for each shape of an operator."""


def slowest_ops(prof, count=5):
    rows = [
        r
        for r in prof.key_averages(group_by_input_shape=True)
        if not r.is_user_annotation and not r.key.startswith("ProfilerStep")
    ]
    d = any(r.self_device_time_total > 0 for r in rows)
    return sorted(
        ((r.key, r.self_device_time_total if d else r.self_cpu_time_total) for r in rows), key=lambda p: -p[1]
    )[:count]
