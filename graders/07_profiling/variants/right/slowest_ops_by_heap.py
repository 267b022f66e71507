# task: slowest_ops
"""heapq.nlargest, operators only, no kernels."""


def slowest_ops(prof, count=5):
    import heapq

    from torch.autograd import DeviceType

    rows = [row for row in prof.key_averages() if row.device_type == DeviceType.CPU and not row.is_user_annotation]
    on_device = sum(row.self_device_time_total for row in rows) > 0
    pairs = [(row.key, float(row.self_device_time_total if on_device else row.self_cpu_time_total)) for row in rows]
    return heapq.nlargest(count, pairs, key=lambda pair: pair[1])
