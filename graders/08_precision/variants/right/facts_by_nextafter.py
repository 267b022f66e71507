# task: dtype_facts
"""Measures eps as the distance to the next number."""

import torch


def dtype_facts(dtype):
    one = torch.ones((), dtype=dtype)
    above = torch.nextafter(one, one + one)
    return {
        "bytes": one.element_size(),
        "max": torch.nextafter(one / 0, one).item(),
        "smallest_normal": torch.finfo(dtype).smallest_normal,
        "eps": (above - one).item(),
    }
