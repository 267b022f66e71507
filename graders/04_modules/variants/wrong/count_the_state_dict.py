# task: count_parameters
# mistake: buffers-counted
# fails: count_parameters.shared_once_buffers_never, count_parameters.trainable_only
"""Sums up the state dict, buffers and tied weights included."""


def count_parameters(module, trainable_only=False):
    frozen = sum(p.numel() for p in module.parameters() if not p.requires_grad)
    return sum(t.numel() for t in module.state_dict().values()) - frozen * trainable_only
