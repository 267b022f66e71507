# task: output_dtypes
"""functools.partial binds the name."""

import functools

import torch


def note(found, name, module, args, output):
    found[name] = output.dtype


def output_dtypes(model, inputs, device_type, dtype):
    found, handles = {}, []
    for name, module in model.named_modules():
        if next(module.children(), None) is None:
            handles.append(module.register_forward_hook(functools.partial(note, found, name)))
    with torch.inference_mode(), torch.autocast(device_type, dtype):
        model(inputs)
    while handles:
        handles.pop().remove()
    return dict(sorted(found.items()))
