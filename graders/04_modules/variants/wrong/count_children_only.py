# task: count_parameters
# mistake: none
# fails: count_parameters.no_data_needed
"""Looks at direct children and misses a module's own parameters and deeper ones."""


def count_parameters(module, trainable_only=False):
    parts = list(module.children()) or [module]
    found = {p for part in parts for p in part.parameters(recurse=False)}
    return sum(p.numel() for p in found if p.requires_grad or not trainable_only)
