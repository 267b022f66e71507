# task: output_dtypes
"""One global hook, which knows the leaves by their identity."""


def output_dtypes(model, inputs, device_type, dtype):
    names = {id(m): n for n, m in model.named_modules() if len(m._modules) == 0}
    found = {}

    def hook(m, args, out):
        if id(m) in names:
            found[names[id(m)]] = out.dtype

    handle = nn.modules.module.register_module_forward_hook(hook)
    try:
        with torch.autocast(device_type, dtype=dtype):
            model(inputs)
    finally:
        handle.remove()
    return found
