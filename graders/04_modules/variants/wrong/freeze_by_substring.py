# task: freeze
# mistake: substring-match
# fails: freeze.whole_names_only
"""Looks for the prefix anywhere in the name, with its dot."""


def freeze(module, prefix):
    frozen = []
    for name, parameter in module.named_parameters():
        if prefix + "." in name or name == prefix:
            parameter.requires_grad_(False)
            frozen.append(name)
    return frozen
