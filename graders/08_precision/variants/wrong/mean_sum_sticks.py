# task: stream_mean
# mistake: sum-sticks
# fails: stream_mean.a_thousand_ones_have_the_mean_one, stream_mean.a_drifting_bf16_stream, stream_mean.a_large_fp16_total
"""Adds up in the narrow dtype."""

import torch


def stream_mean(values, dtype):
    total, count = torch.zeros((), dtype=dtype), 0
    for value in values:
        total = total + value
        count += 1
    return total / count
