# task: tensor_kib
# mistake: sum-of-sizes
# fails: tensor_kib.a_million_elements, tensor_kib.any_shape, tensor_kib.any_width
"""Adds the sizes instead of multiplying them."""


def tensor_kib(shape, dtype):
    return sum(shape) * dtype.itemsize / 1024
