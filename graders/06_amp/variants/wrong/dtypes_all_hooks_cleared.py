# task: output_dtypes
# mistake: foreign-hooks-removed
# fails: output_dtypes.hooks_are_as_before
"""Takes every hook off."""

import torch


def output_dtypes(model, inputs, device_type, dtype):
    found = {}
    handles = []
    for name, module in [(n, m) for n, m in model.named_modules() if not list(m.children())]:

        def note(module, args, output, name=name):
            found[name] = output.dtype

        handles.append(module.register_forward_hook(note))
    with torch.autocast(device_type, dtype=dtype):
        model(inputs)
    for module in model.modules():
        module._forward_hooks.clear()
    return found
