# task: freeze
# mistake: none
# fails: freeze.exact_names_and_no_match, freeze.whole_names_only
"""Compares the first step of the path alone."""


def freeze(module, prefix):
    frozen = []
    for name, parameter in module.named_parameters():
        if name.split(".")[0] == prefix or name == prefix:
            parameter.requires_grad_(False)
            frozen.append(name)
    return frozen
