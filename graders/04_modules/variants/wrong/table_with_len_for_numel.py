# task: parameter_table
# mistake: none
# fails: parameter_table.nested_modules, parameter_table.shared_once_and_no_buffers, parameter_table.two_linears
"""Takes len() of a tensor for its number of elements."""


def parameter_table(module):
    return [(name, tuple(p.shape), len(p)) for name, p in module.named_parameters()]
