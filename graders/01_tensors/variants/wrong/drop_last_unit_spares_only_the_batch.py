# task: drop_last_unit
# mistake: squeezed-all-but-the-batch
# fails: drop_last_unit.only_the_last_axis_goes, drop_last_unit.other_last_axes_stay
"""Saves the batch axis from squeeze, and nothing else."""


def drop_last_unit(x):
    return x.squeeze(tuple(range(1, x.dim())))
