# task: count_parameters
# mistake: none
# fails: count_parameters.linear_with_a_frozen_bias, count_parameters.no_data_needed, count_parameters.shared_once_buffers_never, count_parameters.trainable_only
"""Returns a tensor."""


def count_parameters(module, trainable_only=False):
    return torch.tensor(sum(p.numel() for p in module.parameters() if p.requires_grad or not trainable_only))
