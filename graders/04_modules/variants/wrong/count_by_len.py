# task: count_parameters
# mistake: counted-tensors
# fails: count_parameters.linear_with_a_frozen_bias, count_parameters.no_data_needed, count_parameters.shared_once_buffers_never, count_parameters.trainable_only
"""Counts tensors."""


def count_parameters(module, trainable_only=False):
    return len([p for p in module.parameters() if p.requires_grad or not trainable_only])
