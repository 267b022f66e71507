# task: count_parameters
# mistake: frozen-left-out
# fails: count_parameters.linear_with_a_frozen_bias, count_parameters.shared_once_buffers_never
"""trainable_only is True unless told otherwise."""


def count_parameters(module, trainable_only=True):
    return sum(p.numel() for p in module.parameters() if p.requires_grad or not trainable_only)
