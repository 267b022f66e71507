# task: stream_mean
"""A running mean, kept in fp32."""

import torch


def stream_mean(values, dtype):
    mean = torch.zeros(())
    for count, value in enumerate(values, 1):
        mean += (value.float() - mean) / count
    return mean.to(dtype)
