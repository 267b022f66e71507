# task: drop_last_unit
# mistake: none
# fails: drop_last_unit.only_the_last_axis_goes
"""Goes on as long as the last axis is one of size 1."""


def drop_last_unit(x):
    while x.dim() > 1 and x.shape[-1] == 1:
        x = x.squeeze(-1)
    return x
