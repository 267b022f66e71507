# task: parameter_table
# mistake: none
# fails: parameter_table.nested_modules, parameter_table.shared_once_and_no_buffers, parameter_table.two_linears
"""Multiplies the shape with numpy, which gives a numpy number."""


def parameter_table(module):
    import numpy as np

    return [(name, tuple(p.shape), np.prod(p.shape, dtype=int)) for name, p in module.named_parameters()]
