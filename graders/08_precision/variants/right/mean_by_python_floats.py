# task: stream_mean
"""A running total as a Python float."""

import torch


def stream_mean(values, dtype):
    total, count = 0.0, 0
    for value in values:
        total += value.item()
        count += 1
    return torch.tensor(total / count, dtype=dtype)
