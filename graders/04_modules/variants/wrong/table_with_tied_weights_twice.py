# task: parameter_table
# mistake: shared-listed-twice
# fails: parameter_table.shared_once_and_no_buffers
"""Switches the removal of duplicates off."""


def parameter_table(module):
    named = module.named_parameters(remove_duplicate=False)
    return [(name, tuple(p.shape), p.numel()) for name, p in named]
