# task: tensor_kib
# mistake: scalar-has-no-data
# fails: tensor_kib.any_shape
"""Takes an empty shape for an empty tensor."""


def tensor_kib(shape, dtype):
    elements = 1 if shape else 0
    for size in shape:
        elements *= size
    return elements * dtype.itemsize / 1024
