# task: gradient_norm
"""The length of a vector of lengths."""

import math


def gradient_norm(parameters):
    return math.hypot(*(p.grad.norm().item() for p in parameters if p.grad is not None))
