# task: parameter_table
"""Gets each parameter back by its name."""


def parameter_table(module):
    names = [name for name, _ in module.named_parameters()]
    rows = map(module.get_parameter, names)
    return [(name, (*p.size(),), p.data.numel()) for name, p in zip(names, rows)]
