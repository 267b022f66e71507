# task: freeze
# mistake: changed-its-input
# fails: freeze.whole_names_only
"""Puts the frozen part into eval mode as well."""


def freeze(module, prefix):
    frozen = []
    for name, parameter in module.named_parameters():
        if name == prefix or name.startswith(f"{prefix}."):
            parameter.requires_grad_(False)
            frozen.append(name)
    module.eval()
    return frozen
