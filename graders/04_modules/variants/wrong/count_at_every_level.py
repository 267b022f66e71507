# task: count_parameters
# mistake: counted-at-every-level
# fails: count_parameters.no_data_needed, count_parameters.shared_once_buffers_never, count_parameters.trainable_only
"""All parameters of all modules, though each module already lists those of its children."""


def count_parameters(module, trainable_only=False):
    return sum(
        p.numel() for part in module.modules() for p in part.parameters() if p.requires_grad or not trainable_only
    )
