# task: output_dtypes
# mistake: inputs-made-narrow
# fails: output_dtypes.hooks_are_as_before
"""Converts the inputs before the forward pass."""


def output_dtypes(model, inputs, device_type, dtype):
    found, hs = {}, []
    for name, m in model.named_modules():
        if not list(m.children()):
            hs.append(m.register_forward_hook(lambda mod, a, o, name=name: found.__setitem__(name, o.dtype)))
    with torch.no_grad(), torch.autocast(device_type, dtype=dtype):
        model(inputs.to(dtype) if inputs.is_floating_point() else inputs)
    for h in hs:
        h.remove()
    return found
