# task: freeze
# mistake: prefix-without-dot
# fails: freeze.exact_names_and_no_match, freeze.whole_names_only
""""fc1" takes "fc10" along."""


def freeze(module, prefix):
    frozen = []
    for name, parameter in module.named_parameters():
        if name.startswith(prefix):
            parameter.requires_grad_(False)
            frozen.append(name)
    return frozen
