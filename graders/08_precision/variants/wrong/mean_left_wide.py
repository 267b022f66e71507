# task: stream_mean
# mistake: left-wide
# fails: stream_mean.a_thousand_ones_have_the_mean_one, stream_mean.a_drifting_bf16_stream, stream_mean.a_large_fp16_total, stream_mean.short_streams
"""Returns the wide accumulator."""

import torch


def stream_mean(values, dtype):
    total, count = torch.zeros(()), 0
    for value in values:
        total = total + value.float()
        count += 1
    return total / count
