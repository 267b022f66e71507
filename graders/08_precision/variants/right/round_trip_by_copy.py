# task: round_trip
"""Lets copy_ do the casting."""

import torch


def round_trip(x, dtype):
    narrow = torch.empty_like(x, dtype=dtype).copy_(x)
    return torch.empty_like(x).copy_(narrow)
