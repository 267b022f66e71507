# task: apply_many
# mistake: chained
# fails: apply_many.three_functions_of_two_numbers, apply_many.no_copy_where_x_is_already
"""Feeds each result to the next function."""


def apply_many(functions, x, device):
    x = x.to(device)
    results = []
    for function in functions:
        x = function(x)
        results.append(x)
    return results
