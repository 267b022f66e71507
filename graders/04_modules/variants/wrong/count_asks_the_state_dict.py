# task: count_parameters
# mistake: state-dict-detached
# fails: count_parameters.linear_with_a_frozen_bias, count_parameters.shared_once_buffers_never, count_parameters.trainable_only
"""Asks detached tensors whether they require grad."""


def count_parameters(module, trainable_only=False):
    return sum(t.numel() for t in module.state_dict().values() if t.requires_grad or not trainable_only)
