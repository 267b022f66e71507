# task: count_parameters
# mistake: counted-bytes
# fails: count_parameters.linear_with_a_frozen_bias, count_parameters.shared_once_buffers_never, count_parameters.trainable_only, count_parameters.no_data_needed
"""Gives the size in bytes."""


def count_parameters(module, trainable_only=False):
    return sum(p.numel() * p.element_size() for p in module.parameters() if p.requires_grad or not trainable_only)
