# task: count_parameters
"""A set of parameters and the product of their shapes."""

import math


def count_parameters(module, trainable_only=False):
    found = {p for part in module.modules() for p in part.parameters(recurse=False)}
    return sum(math.prod(p.shape) for p in found if not trainable_only or p.requires_grad)
