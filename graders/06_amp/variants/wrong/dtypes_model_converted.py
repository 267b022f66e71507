# task: output_dtypes
# mistake: none
# fails: output_dtypes.an_embedding_and_a_linear_layer, output_dtypes.leaves_of_a_nested_model, output_dtypes.hooks_are_as_before
"""Converts the model instead of using autocast."""

import torch


def output_dtypes(model, inputs, device_type, dtype):
    found = {}
    handles = [
        module.register_forward_hook(lambda module, args, output, name=name: found.update({name: output.dtype}))
        for name, module in model.named_modules()
        if not list(module.children())
    ]
    model.to(dtype)
    model(inputs if inputs.dtype is torch.int64 else inputs.to(dtype))
    model.float()
    for handle in handles:
        handle.remove()
    return found
