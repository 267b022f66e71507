# task: apply_many
# mistake: copied-although-there
# fails: apply_many.no_copy_where_x_is_already
"""Copies x even if it is there."""


def apply_many(functions, x, device):
    x = x.to(device, copy=True)
    return [function(x) for function in functions]
