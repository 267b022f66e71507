# task: count_parameters
# mistake: counted-frozen
# fails: count_parameters.linear_with_a_frozen_bias, count_parameters.trainable_only
"""Has the condition upside down."""


def count_parameters(module, trainable_only=False):
    return sum(p.numel() for p in module.parameters() if not (trainable_only and p.requires_grad))
