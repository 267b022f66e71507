# task: stream_mean
"""Adds blocks of 64 in fp64, then the rest."""

import torch


def stream_mean(values, dtype):
    total, count, block = 0.0, 0, []
    for value in values:
        block.append(float(value))
        if len(block) == 64:
            total, count, block = total + sum(block), count + 64, []
    return torch.as_tensor((total + sum(block)) / (count + len(block))).to(dtype)
