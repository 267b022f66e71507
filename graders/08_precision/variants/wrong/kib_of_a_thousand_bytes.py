# task: tensor_kib
# mistake: thousand-bytes
# fails: tensor_kib.a_million_elements, tensor_kib.any_shape, tensor_kib.any_width
"""Divides by 1000."""

import math


def tensor_kib(shape, dtype):
    return math.prod(shape) * dtype.itemsize / 1000
