# task: freeze
# mistake: prefix-without-dot
# fails: freeze.whole_names_only
"""Lets an underscore end a name as well as a dot."""


def freeze(module, prefix):
    names = []
    for name, parameter in module.named_parameters():
        if name == prefix or name.startswith((prefix + ".", prefix + "_")):
            parameter.requires_grad_(False)
            names.append(name)
    return names
