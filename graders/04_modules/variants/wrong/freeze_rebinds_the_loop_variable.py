# task: freeze
# mistake: flag-not-set
# fails: freeze.exact_names_and_no_match, freeze.frozen_before, freeze.one_module_then_one_parameter, freeze.whole_names_only
"""p = p.detach() makes a new tensor and leaves the parameter as it is."""


def freeze(module, prefix):
    frozen = []
    for name, parameter in module.named_parameters():
        if name == prefix or name.startswith(prefix + "."):
            parameter = parameter.detach()
            frozen.append(name)
    return frozen
