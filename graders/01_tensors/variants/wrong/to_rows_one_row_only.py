# task: to_rows
# mistake: none
# fails: to_rows.six_numbers_in_rows_of_two, to_rows.any_shape_in_rows, to_rows.gradients_flow_through_rows
"""Returns the first row."""


def to_rows(x, width):
    return x.flatten()[:width]
