# task: round_trip
"""The oldest way to cast."""

import torch


def round_trip(x, dtype):
    return x.type(dtype).type(torch.float32)
