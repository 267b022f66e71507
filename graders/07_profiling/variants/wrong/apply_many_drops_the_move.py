# task: apply_many
# mistake: move-not-used
# fails: apply_many.one_copy_for_all_functions
"""Calls .to() and drops the result."""


def apply_many(functions, x, device):
    x.to(device)
    return [function(x) for function in functions]
