# task: count_parameters
# mistake: buffers-counted
# fails: count_parameters.shared_once_buffers_never, count_parameters.trainable_only
"""Adds the buffers."""


def count_parameters(module, trainable_only=False):
    tensors = [p for p in module.parameters() if p.requires_grad or not trainable_only]
    return sum(t.numel() for t in [*tensors, *module.buffers()])
