# task: round_trip
# mistake: truncated
# fails: round_trip.rounds_to_the_nearest_neighbour, round_trip.the_ends_of_the_formats
"""Cuts the lower bits of bf16 off instead of rounding."""

import torch


def round_trip(x, dtype):
    if dtype is torch.bfloat16:
        return (x.contiguous().view(torch.int32) & -65536).view(torch.float32)
    return x.to(dtype).float()
