# task: count_parameters
# mistake: weights-only
# fails: count_parameters.linear_with_a_frozen_bias, count_parameters.no_data_needed, count_parameters.shared_once_buffers_never, count_parameters.trainable_only
"""Leaves the biases out."""


def count_parameters(module, trainable_only=False):
    named = module.named_parameters()
    return sum(p.numel() for n, p in named if n.endswith("weight") and (p.requires_grad or not trainable_only))
