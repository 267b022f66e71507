# task: freeze
# mistake: replaced-the-parameters
# fails: freeze.whole_names_only
"""Puts frozen copies into the places of the parameters."""


def freeze(module, prefix):
    frozen = []
    for name, parameter in list(module.named_parameters()):
        if name == prefix or name.startswith(f"{prefix}."):
            path, _, leaf = name.rpartition(".")
            setattr(module.get_submodule(path), leaf, nn.Parameter(parameter.detach(), requires_grad=False))
            frozen.append(name)
    return frozen
