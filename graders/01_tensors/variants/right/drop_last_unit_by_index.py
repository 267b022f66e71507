# task: drop_last_unit
"""Looks, then takes the only place."""


def drop_last_unit(x):
    return x[..., 0] if x.shape[-1] == 1 else x
