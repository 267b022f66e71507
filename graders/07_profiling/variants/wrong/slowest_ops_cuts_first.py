# task: slowest_ops
# mistake: cut-before-filter
# fails: slowest_ops.three_slowest_of_a_handmade_recording, slowest_ops.self_time_summed_over_calls, slowest_ops.device_time_where_there_is_some
"""Cuts to count rows, then drops regions."""


def slowest_ops(prof, count=5):
    rows = list(prof.key_averages())
    clock = "self_device_time_total" if any(r.self_device_time_total > 0 for r in rows) else "self_cpu_time_total"
    top = sorted(rows, key=lambda r: getattr(r, clock), reverse=True)[:count]
    return [(r.key, getattr(r, clock)) for r in top if not r.is_user_annotation and not r.key.startswith("ProfilerStep")]
