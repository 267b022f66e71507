# task: output_dtypes
# mistake: children-only
# fails: output_dtypes.leaves_of_a_nested_model, output_dtypes.hooks_are_as_before
"""Looks at direct children only."""

import torch


def output_dtypes(model, inputs, device_type, dtype):
    found = {}
    handles = []
    for name, module in model.named_children():

        def note(module, args, output, name=name):
            found[name] = output.dtype

        handles.append(module.register_forward_hook(note))
    with torch.autocast(device_type, dtype=dtype):
        model(inputs)
    for handle in handles:
        handle.remove()
    return found
