# task: apply_many
"""Moves in the loop, but under the same name: from the second turn on there is nothing to move."""


def apply_many(functions, x, device):
    results = []
    for function in functions:
        x = x.to(device, non_blocking=True)
        results += [function(x)]
    return results
