# task: tensor_kib
# mistake: rounded-kib
# fails: tensor_kib.a_million_elements, tensor_kib.any_shape, tensor_kib.any_width
"""Rounds to one digit."""


def tensor_kib(shape, dtype):
    return round(math.prod(shape) * dtype.itemsize / 1024, 1)
