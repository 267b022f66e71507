# task: tensor_kib
"""Asks a tensor without storage."""

import torch


def tensor_kib(shape, dtype):
    return torch.empty(tuple(shape), dtype=dtype, device="meta").nbytes / 1024
