# task: overflows, vanishes
"""Hard-coded borders instead of the cast."""

import math

import torch


ENDS = {torch.float16: 65520.0, torch.bfloat16: (2 - 2**-8) * 2.0**127, torch.float32: math.inf}
STEPS = {torch.float16: 2.0**-25, torch.bfloat16: 2.0**-134, torch.float32: 0.0}


def overflows(x, dtype):
    return (x.abs() >= ENDS[dtype]) & ~torch.isinf(x)


def vanishes(x, dtype):
    return (x.abs() > 0) & (x.abs() <= STEPS[dtype])
