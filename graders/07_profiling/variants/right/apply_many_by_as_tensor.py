# task: apply_many
"""torch.as_tensor moves if it must."""


def apply_many(functions, x, device):
    there = torch.as_tensor(x, device=device)
    results = []
    for function in functions:
        results.append(function(there))
    return results
