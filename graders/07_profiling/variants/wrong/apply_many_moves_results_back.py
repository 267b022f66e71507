# task: apply_many
# mistake: results-moved-back
# fails: apply_many.one_copy_for_all_functions
"""Brings the results to the CPU."""


def apply_many(functions, x, device):
    x = x.to(device)
    return [function(x).cpu() for function in functions]
