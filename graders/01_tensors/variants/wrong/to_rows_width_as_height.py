# task: to_rows
# mistake: width-as-height
# fails: to_rows.six_numbers_in_rows_of_two, to_rows.any_shape_in_rows, to_rows.gradients_flow_through_rows
"""Takes the width for the number of rows."""


def to_rows(x, width):
    return x.reshape(width, -1)
