# task: to_rows
# mistake: dealt-down-columns
# fails: to_rows.six_numbers_in_rows_of_two, to_rows.any_shape_in_rows, to_rows.gradients_flow_through_rows
"""Cuts into width pieces and turns them."""


def to_rows(x, width):
    return x.view(width, -1).T
