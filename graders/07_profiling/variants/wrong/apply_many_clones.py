# task: apply_many
# mistake: copied-although-there
# fails: apply_many.no_copy_where_x_is_already
"""Clones x for each function."""


def apply_many(functions, x, device):
    x = x.to(device)
    return [function(x.clone()) for function in functions]
