# task: stream_mean
# mistake: only-a-sequence
# fails: stream_mean.a_drifting_bf16_stream, stream_mean.a_large_fp16_total, stream_mean.short_streams
"""Asks a stream for its length."""

import torch


def stream_mean(values, dtype):
    total = torch.zeros((), dtype=torch.float64)
    for value in values:
        total = total + value.double()
    return (total / len(values)).to(dtype)
