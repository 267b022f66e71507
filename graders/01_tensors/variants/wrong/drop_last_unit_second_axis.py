# task: drop_last_unit
# mistake: counted-from-the-front
# fails: drop_last_unit.only_the_last_axis_goes, drop_last_unit.other_last_axes_stay
"""Right for two axes only."""


def drop_last_unit(x):
    return x.squeeze(1)
