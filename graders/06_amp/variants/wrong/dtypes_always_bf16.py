# task: output_dtypes
# mistake: dtype-ignored
# fails: output_dtypes.leaves_of_a_nested_model
"""Leaves the dtype to the default."""

import torch


def output_dtypes(model, inputs, device_type, dtype):
    found = {}
    handles = []
    for name, module in [(n, m) for n, m in model.named_modules() if not list(m.children())]:

        def note(module, args, output, name=name):
            found[name] = output.dtype

        handles.append(module.register_forward_hook(note))
    with torch.autocast(device_type):
        model(inputs)
    for handle in handles:
        handle.remove()
    return found
