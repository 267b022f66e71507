# task: freeze
# mistake: returned-nothing
# fails: freeze.exact_names_and_no_match, freeze.frozen_before, freeze.one_module_then_one_parameter, freeze.whole_names_only
"""Freezes and tells nobody."""


def freeze(module, prefix):
    for name, parameter in module.named_parameters():
        if name == prefix or name.startswith(prefix + "."):
            parameter.requires_grad = False
