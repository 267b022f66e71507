# task: parameter_table
# mistake: none
# fails: parameter_table.nested_modules, parameter_table.shared_once_and_no_buffers, parameter_table.two_linears
"""Returns a dict by name."""


def parameter_table(module):
    return {name: (tuple(p.shape), p.numel()) for name, p in module.named_parameters()}
