# task: apply_many
# mistake: graph-cut
# fails: apply_many.no_copy_where_x_is_already
"""Hands a detached x to the functions."""


def apply_many(functions, x, device):
    x = x.detach().to(device)
    return [f(x) for f in functions]
