# task: freeze
# mistake: thawed-others
# fails: freeze.exact_names_and_no_match, freeze.frozen_before, freeze.one_module_then_one_parameter, freeze.whole_names_only
"""Gives every parameter a flag, and so thaws those outside."""


def freeze(module, prefix):
    frozen = []
    for name, parameter in module.named_parameters():
        hit = name == prefix or name.startswith(prefix + ".")
        parameter.requires_grad = not hit
        if hit:
            frozen.append(name)
    return frozen
