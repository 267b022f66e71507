# task: freeze
# mistake: shared-named-twice
# fails: freeze.frozen_before
"""Lists a shared parameter under each of its names."""


def freeze(module, prefix):
    frozen = []
    for name, parameter in module.named_parameters(remove_duplicate=False):
        if name == prefix or name.startswith(f"{prefix}."):
            parameter.requires_grad_(False)
            frozen.append(name)
    return frozen
