# task: apply_many
# mistake: changed-its-input
# fails: apply_many.one_copy_for_all_functions, apply_many.no_copy_where_x_is_already
"""Empties the list of functions."""


def apply_many(functions, x, device):
    x, results = x.to(device), []
    while functions:
        results.append(functions.pop(0)(x))
    return results
