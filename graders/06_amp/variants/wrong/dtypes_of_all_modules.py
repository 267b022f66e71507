# task: output_dtypes
# mistake: containers-too
# fails: output_dtypes.an_embedding_and_a_linear_layer, output_dtypes.leaves_of_a_nested_model, output_dtypes.hooks_are_as_before
"""Lists containers too."""

import torch


def output_dtypes(model, inputs, device_type, dtype):
    found = {}
    handles = []
    for name, module in model.named_modules():

        def note(module, args, output, name=name):
            found[name] = output.dtype

        handles.append(module.register_forward_hook(note))
    with torch.autocast(device_type, dtype=dtype):
        model(inputs)
    for handle in handles:
        handle.remove()
    return found
