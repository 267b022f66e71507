# task: overflows, vanishes
"""Builds on round_trip, and uses logical functions."""

import torch


def overflows(x, dtype):
    return torch.logical_and(torch.isfinite(x), torch.logical_not(torch.isfinite(round_trip(x, dtype))))


def vanishes(x, dtype):
    return torch.logical_xor(round_trip(x, dtype) == 0, x == 0)
