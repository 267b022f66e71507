# task: output_dtypes
# mistake: inputs-looked-at
# fails: output_dtypes.an_embedding_and_a_linear_layer, output_dtypes.leaves_of_a_nested_model
"""Looks at what goes into the layers."""


def output_dtypes(model, inputs, device_type, dtype):
    d, hs = {}, []
    for name, m in model.named_modules():
        if not list(m.children()):
            hs.append(m.register_forward_pre_hook(lambda mod, a, n=name: d.update({n: a[0].dtype})))
    with torch.no_grad(), torch.autocast(device_type, dtype=dtype):
        model(inputs)
    for h in hs:
        h.remove()
    return d
