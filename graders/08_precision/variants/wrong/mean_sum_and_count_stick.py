# task: stream_mean
# mistake: sum-sticks-count-too
# fails: stream_mean.a_drifting_bf16_stream, stream_mean.a_large_fp16_total
"""Adds up and counts in the narrow dtype: both stick, and ones hide it."""

import torch


def stream_mean(values, dtype):
    total, count = torch.zeros(2, dtype=dtype).unbind()
    for value in values:
        total = total + value
        count = count + 1
    return total / count
