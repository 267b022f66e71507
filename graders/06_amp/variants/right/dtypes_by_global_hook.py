# task: output_dtypes
"""One global hook instead of one per module."""

import torch


def output_dtypes(model, inputs, device_type, dtype):
    names = {module: name for name, module in model.named_modules() if not module._modules}
    found = {}

    def note(module, args, output):
        if module in names:
            found[names[module]] = output.dtype

    handle = torch.nn.modules.module.register_module_forward_hook(note)
    with torch.autocast(device_type, dtype=dtype):
        model(inputs)
    handle.remove()
    return found
