# task: freeze
# mistake: none
# fails: freeze.whole_names_only
"""A regular expression, in which the dots of the prefix stand for any character."""

import re


def freeze(module, prefix):
    names = []
    for name, parameter in module.named_parameters():
        if re.match(prefix + r"(\.|$)", name):
            parameter.requires_grad_(False)
            names.append(name)
    return names
