# task: parameter_table
# mistake: shape-as-list
# fails: parameter_table.nested_modules, parameter_table.shared_once_and_no_buffers, parameter_table.two_linears
"""Gives shapes as lists."""


def parameter_table(module):
    return [(name, list(p.shape), p.numel()) for name, p in module.named_parameters()]
