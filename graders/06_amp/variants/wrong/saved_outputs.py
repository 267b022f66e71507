# task: saved_activation_bytes
# mistake: outputs-added-up
# fails: saved_activation_bytes.two_layers_by_hand, saved_activation_bytes.a_stack_with_and_without_autocast, saved_activation_bytes.slices_keep_their_whole_storage
"""Adds up the outputs of the layers."""

import torch


def saved_activation_bytes(model, inputs, device_type, dtype=None):
    sizes = []
    handles = [
        module.register_forward_hook(lambda module, args, output: sizes.append(output.nbytes))
        for module in model.modules()
        if not list(module.children())
    ]
    with torch.autocast(device_type, dtype=dtype, enabled=dtype is not None):
        model(inputs)
    for handle in handles:
        handle.remove()
    return sum(sizes)
