# task: count_parameters
# mistake: judged-by-grad
# fails: count_parameters.trainable_only
"""Takes "has a gradient" for "requires one"."""


def count_parameters(module, trainable_only=False):
    return sum(p.numel() for p in module.parameters() if p.grad is not None or not trainable_only)
