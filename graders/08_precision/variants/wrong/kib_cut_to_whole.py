# task: tensor_kib
# mistake: whole-kib
# fails: tensor_kib.a_million_elements, tensor_kib.any_shape, tensor_kib.any_width
"""Divides with //."""

import math


def tensor_kib(shape, dtype):
    return float(math.prod(shape) * dtype.itemsize // 1024)
