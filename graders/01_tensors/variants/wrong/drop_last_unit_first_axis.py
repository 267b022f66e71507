# task: drop_last_unit
# mistake: counted-from-the-front
# fails: drop_last_unit.a_column_and_a_lone_row, drop_last_unit.only_the_last_axis_goes, drop_last_unit.other_last_axes_stay
"""Squeezes the batch."""


def drop_last_unit(x):
    return x.squeeze(0)
