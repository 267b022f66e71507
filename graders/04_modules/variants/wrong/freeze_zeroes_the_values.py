# task: freeze
# mistake: changed-its-input
# fails: freeze.whole_names_only
"""Freezes the parameters and wipes them."""


def freeze(module, prefix):
    frozen = []
    for name, parameter in module.named_parameters():
        if name == prefix or name.startswith(f"{prefix}."):
            parameter.requires_grad_(False)
            parameter.data.zero_()
            frozen.append(name)
    return frozen
