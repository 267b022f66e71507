# task: stream_mean
# mistake: sum-overflows
# fails: stream_mean.a_large_fp16_total
"""Makes the total narrow before dividing."""

import torch


def stream_mean(values, dtype):
    total, count = torch.zeros(()), 0
    for value in values:
        total = total + value.float()
        count += 1
    return total.to(dtype) / count
