# task: saved_activation_bytes
# mistake: autocast-ignored
# fails: saved_activation_bytes.a_stack_with_and_without_autocast, saved_activation_bytes.slices_keep_their_whole_storage
"""Never enters autocast."""

import torch


def saved_activation_bytes(model, inputs, device_type, dtype=None):
    own = {parameter.untyped_storage().data_ptr() for parameter in model.parameters()}
    kept = {}

    def pack(tensor):
        storage = tensor.untyped_storage()
        if storage.data_ptr() not in own:
            kept[storage.data_ptr()] = storage.nbytes()
        return tensor

    with torch.autograd.graph.saved_tensors_hooks(pack, lambda tensor: tensor):
        model(inputs)
    return sum(kept.values())
