# task: saved_activation_bytes
# mistake: views-by-their-own-size
# fails: saved_activation_bytes.slices_keep_their_whole_storage
"""Counts a slice by its own size."""

import torch


def saved_activation_bytes(model, inputs, device_type, dtype=None):
    own = {parameter.untyped_storage().data_ptr() for parameter in model.parameters()}
    kept = {}

    def pack(tensor):
        storage = tensor.untyped_storage()
        if storage.data_ptr() not in own:
            kept[storage.data_ptr()] = tensor.nbytes
        return tensor

    with torch.autograd.graph.saved_tensors_hooks(pack, lambda tensor: tensor), torch.autocast(device_type, dtype=dtype, enabled=dtype is not None):
        model(inputs)
    return sum(kept.values())
