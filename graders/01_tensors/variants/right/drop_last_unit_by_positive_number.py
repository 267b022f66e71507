# task: drop_last_unit
"""Counts the axes."""


def drop_last_unit(x):
    return torch.squeeze(x, x.dim() - 1)
