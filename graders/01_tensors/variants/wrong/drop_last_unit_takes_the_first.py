# task: drop_last_unit
# mistake: dropped-without-looking
# fails: drop_last_unit.a_column_and_a_lone_row, drop_last_unit.other_last_axes_stay
"""Does not look at the size."""


def drop_last_unit(x):
    return x[..., 0]
