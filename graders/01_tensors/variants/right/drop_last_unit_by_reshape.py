# task: drop_last_unit
"""Leaves the last size out."""


def drop_last_unit(x):
    return x.reshape(x.shape[:-1]) if x.shape[-1] == 1 else x
