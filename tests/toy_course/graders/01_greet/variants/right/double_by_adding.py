# task: double
"""Adds the tensor to itself."""


def double(x):
    return torch.add(x, x)
