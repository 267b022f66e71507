# task: output_dtypes
"""Wraps each leaf's forward for a while."""

import torch


def output_dtypes(model, inputs, device_type, dtype):
    found = {}
    leaves = [(name, module) for name, module in model.named_modules() if len(list(module.children())) == 0]
    for name, module in leaves:

        def forward(*args, name=name, original=module.forward, **kwargs):
            output = original(*args, **kwargs)
            found[name] = output.dtype
            return output

        module.forward = forward
    try:
        with torch.autocast(device_type, dtype=dtype):
            model(inputs)
    finally:
        for _, module in leaves:
            del module.forward
    return found
