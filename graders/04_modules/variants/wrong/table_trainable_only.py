# task: parameter_table
# mistake: none
# fails: parameter_table.nested_modules
"""Leaves frozen parameters out."""


def parameter_table(module):
    return [(name, tuple(p.shape), p.numel()) for name, p in module.named_parameters() if p.requires_grad]
