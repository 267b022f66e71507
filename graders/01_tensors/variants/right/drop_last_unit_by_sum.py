# task: drop_last_unit
"""The sum of one number is that number."""


def drop_last_unit(x):
    return x.sum(-1) if x.shape[-1] == 1 else x.clone()
