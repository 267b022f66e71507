# task: freeze
# mistake: dot-only
# fails: freeze.exact_names_and_no_match, freeze.one_module_then_one_parameter
"""Forgets that the prefix may be a parameter's full name."""


def freeze(module, prefix):
    frozen = []
    for name, parameter in module.named_parameters():
        if name.startswith(prefix + "."):
            parameter.requires_grad_(False)
            frozen.append(name)
    return frozen
