# task: count_parameters
"""A loop that remembers what it has seen."""


def count_parameters(module, trainable_only=False):
    seen, total = set(), 0
    for _, parameter in module.named_parameters(remove_duplicate=False):
        if id(parameter) in seen or (trainable_only and not parameter.requires_grad):
            continue
        seen.add(id(parameter))
        total += parameter.nelement()
    return total
