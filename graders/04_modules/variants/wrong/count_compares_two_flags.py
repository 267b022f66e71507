# task: count_parameters
# mistake: trainable-left-out
# fails: count_parameters.linear_with_a_frozen_bias, count_parameters.no_data_needed, count_parameters.shared_once_buffers_never, count_parameters.trainable_only
"""Counts the parameters whose flag equals trainable_only."""


def count_parameters(module, trainable_only=False):
    return sum(p.numel() for p in module.parameters() if p.requires_grad == trainable_only)
