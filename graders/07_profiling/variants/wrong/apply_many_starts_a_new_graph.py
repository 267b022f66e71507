# task: apply_many
# mistake: graph-cut
# fails: apply_many.no_copy_where_x_is_already
"""Detaches x, and lets the new tensor require grad."""


def apply_many(functions, x, device):
    moved = x.to(device).detach().requires_grad_(x.requires_grad)
    return [function(moved) for function in functions]
