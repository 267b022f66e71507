# task: parameter_table
# mistake: sorted-by-name
# fails: parameter_table.nested_modules, parameter_table.shared_once_and_no_buffers, parameter_table.two_linears
"""Sorts the rows."""


def parameter_table(module):
    return sorted((name, tuple(p.shape), p.numel()) for name, p in module.named_parameters())
