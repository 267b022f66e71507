# task: output_dtypes
# mistake: uncalled-listed
# fails: output_dtypes.leaves_of_a_nested_model
"""Starts with an entry for every leaf."""

import torch


def output_dtypes(model, inputs, device_type, dtype):
    found = {n: None for n, m in model.named_modules() if not list(m.children())}
    handles = []
    for name, module in [(n, m) for n, m in model.named_modules() if not list(m.children())]:

        def note(module, args, output, name=name):
            found[name] = output.dtype

        handles.append(module.register_forward_hook(note))
    with torch.autocast(device_type, dtype=dtype):
        model(inputs)
    for handle in handles:
        handle.remove()
    return found
