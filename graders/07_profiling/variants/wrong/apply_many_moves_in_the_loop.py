# task: apply_many
# mistake: moved-in-the-loop
# fails: apply_many.one_copy_for_all_functions
"""Moves x for each function."""


def apply_many(functions, x, device):
    return [function(x.to(device)) for function in functions]
