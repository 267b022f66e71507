# task: apply_many
# mistake: none
# fails: apply_many.three_functions_of_two_numbers, apply_many.one_copy_for_all_functions, apply_many.no_copy_where_x_is_already
"""Applies only the last function."""


def apply_many(functions, x, device):
    x = x.to(device)
    for function in functions:
        results = [function(x)]
    return results
