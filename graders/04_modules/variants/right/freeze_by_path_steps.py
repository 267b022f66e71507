# task: freeze
"""Compares the paths step by step."""


def freeze(module, prefix):
    steps = prefix.split(".")
    frozen = [name for name, _ in module.named_parameters() if name.split(".")[: len(steps)] == steps]
    for name in frozen:
        module.get_parameter(name).requires_grad = False
    return frozen
