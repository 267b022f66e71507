# task: apply_many
# mistake: copied-although-there
# fails: apply_many.no_copy_where_x_is_already
"""Makes a new tensor in any case."""


def apply_many(functions, x, device):
    import warnings

    warnings.simplefilter("ignore")  # torch warns of what goes wrong here
    x = torch.tensor(x, device=device)
    return [function(x) for function in functions]
