# task: to_rows
"""Flattens, then re-cuts."""


def to_rows(x, width):
    return x.flatten().unflatten(0, (-1, width))
