# task: to_rows
# mistake: copied-the-rows
# fails: to_rows.six_numbers_in_rows_of_two, to_rows.any_shape_in_rows, to_rows.gradients_flow_through_rows
"""Through NumPy's copy."""


def to_rows(x, width):
    return torch.tensor(x.detach().numpy().reshape(-1, width))
