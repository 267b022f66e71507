# task: tensor_kib
"""Makes the tensor and measures it."""

import torch


def tensor_kib(shape, dtype):
    x = torch.empty(tuple(shape), dtype=dtype)
    return x.numel() * x.element_size() / 2**10
