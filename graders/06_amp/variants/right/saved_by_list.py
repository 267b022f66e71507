# task: saved_activation_bytes
"""Collects the tensors first and counts later."""

import torch


def saved_activation_bytes(model, inputs, device_type, dtype=None):
    saved = []

    def pack(tensor):
        saved.append(tensor)
        return tensor

    with torch.autograd.graph.saved_tensors_hooks(pack, lambda tensor: tensor):
        if dtype is None:
            output = model(inputs)
        else:
            with torch.autocast(device_type, dtype=dtype):
                output = model(inputs)
    del output
    own = {parameter.data_ptr() for parameter in model.parameters()}
    storages = {tensor.untyped_storage()._cdata: tensor.untyped_storage() for tensor in saved}
    return sum(storage.size() for storage in storages.values() if storage.data_ptr() not in own)
