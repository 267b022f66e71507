# task: freeze
# mistake: already-frozen-left-out
# fails: freeze.frozen_before
"""Lists only what it has changed."""


def freeze(module, prefix):
    frozen = []
    for name, parameter in module.named_parameters():
        if parameter.requires_grad and (name == prefix or name.startswith(prefix + ".")):
            parameter.requires_grad_(False)
            frozen.append(name)
    return frozen
