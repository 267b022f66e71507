# task: freeze
# mistake: flag-not-set
# fails: freeze.exact_names_and_no_match, freeze.frozen_before, freeze.one_module_then_one_parameter, freeze.whole_names_only
"""Sets requires_grad on the module, where nobody reads it."""


def freeze(module, prefix):
    names = [name for name, _ in module.named_parameters() if name == prefix or name.startswith(prefix + ".")]
    for name, part in module.named_modules():
        if name == prefix:
            part.requires_grad = False
    return names
