# task: to_rows
# mistake: changed-its-input
# fails: to_rows.six_numbers_in_rows_of_two, to_rows.any_shape_in_rows, to_rows.gradients_flow_through_rows
"""Resizes the very tensor that came in."""


def to_rows(x, width):
    return x.resize_(x.numel() // width, width)
