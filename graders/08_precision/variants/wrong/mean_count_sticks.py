# task: stream_mean
# mistake: counter-sticks
# fails: stream_mean.a_thousand_ones_have_the_mean_one, stream_mean.a_drifting_bf16_stream
"""Adds up wide, and counts in the narrow dtype."""

import torch


def stream_mean(values, dtype):
    total, count = torch.zeros(()), torch.zeros((), dtype=dtype)
    for value in values:
        total = total + value.float()
        count = count + 1
    return (total / count.float()).to(dtype)
