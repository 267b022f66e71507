# task: output_dtypes
# mistake: mode-changed
# fails: output_dtypes.leaves_of_a_nested_model
"""Switches to eval mode and does not switch back."""


def output_dtypes(model, inputs, device_type, dtype):
    d, hs = {}, []
    model.eval()
    for name, m in model.named_modules():
        if not list(m.children()):
            hs.append(m.register_forward_hook(lambda mod, a, o, n=name: d.update({n: o.dtype})))
    with torch.no_grad(), torch.autocast(device_type, dtype=dtype):
        model(inputs)
    for h in hs:
        h.remove()
    return d
