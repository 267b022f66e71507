# task: stream_mean
# mistake: running-mean-sticks
# fails: stream_mean.a_drifting_bf16_stream, stream_mean.a_large_fp16_total
"""Updates a running mean in the narrow dtype."""

import torch


def stream_mean(values, dtype):
    mean = torch.zeros((), dtype=dtype)
    for count, value in enumerate(values, 1):
        mean = mean + (value - mean) / count
    return mean
