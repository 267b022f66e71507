# task: count_parameters
# mistake: trainable-only-ignored
# fails: count_parameters.linear_with_a_frozen_bias, count_parameters.trainable_only
"""Never looks at the second argument."""


def count_parameters(module, trainable_only=False):
    return sum(p.numel() for p in module.parameters())
