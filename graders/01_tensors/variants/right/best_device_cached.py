# task: best_device
"""Asks the driver once."""

import functools


@functools.cache
def best_device():
    return torch.device("cuda" if torch.cuda.is_available() else "cpu")
