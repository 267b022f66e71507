# task: parameter_table
"""Appends in a loop and keeps torch.Size, which is a tuple."""


def parameter_table(module):
    rows = []
    for name, parameter in module.named_parameters():
        rows.append((name, parameter.shape, parameter.nelement()))
    return rows
