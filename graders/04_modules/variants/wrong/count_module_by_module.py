# task: count_parameters
# mistake: shared-counted-twice
# fails: count_parameters.shared_once_buffers_never, count_parameters.trainable_only
"""Goes module by module and meets a tied weight twice."""


def count_parameters(module, trainable_only=False):
    total = 0
    for part in module.modules():
        total += sum(p.numel() for p in part.parameters(recurse=False) if p.requires_grad or not trainable_only)
    return total
