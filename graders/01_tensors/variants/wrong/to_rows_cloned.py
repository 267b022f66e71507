# task: to_rows
# mistake: copied-the-rows
# fails: to_rows.six_numbers_in_rows_of_two, to_rows.any_shape_in_rows, to_rows.gradients_flow_through_rows
"""A copy for safety."""


def to_rows(x, width):
    return x.view(-1, width).clone()
