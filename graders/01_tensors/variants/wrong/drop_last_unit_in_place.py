# task: drop_last_unit
# mistake: changed-its-input
# fails: drop_last_unit.a_column_and_a_lone_row, drop_last_unit.only_the_last_axis_goes, drop_last_unit.other_last_axes_stay
"""Squeezes the very tensor that came in."""


def drop_last_unit(x):
    return x.squeeze_(-1)
