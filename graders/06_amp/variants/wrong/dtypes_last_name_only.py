# task: output_dtypes
# mistake: only-the-last-name
# fails: output_dtypes.an_embedding_and_a_linear_layer, output_dtypes.leaves_of_a_nested_model, output_dtypes.hooks_are_as_before
"""Hooks see the loop's variable as it is later."""

import torch


def output_dtypes(model, inputs, device_type, dtype):
    found = {}
    handles = []
    for name, module in [(n, m) for n, m in model.named_modules() if not list(m.children())]:

        def note(module, args, output):
            found[name] = output.dtype

        handles.append(module.register_forward_hook(note))
    with torch.autocast(device_type, dtype=dtype):
        model(inputs)
    for handle in handles:
        handle.remove()
    return found
