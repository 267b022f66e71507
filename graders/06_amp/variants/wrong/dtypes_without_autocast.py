# task: output_dtypes
# mistake: no-autocast
# fails: output_dtypes.an_embedding_and_a_linear_layer, output_dtypes.leaves_of_a_nested_model
"""Runs the model as it is."""


def output_dtypes(model, inputs, device_type, dtype):
    found = {}
    handles = []
    for name, module in [(n, m) for n, m in model.named_modules() if not list(m.children())]:

        def note(module, args, output, name=name):
            found[name] = output.dtype

        handles.append(module.register_forward_hook(note))
    model(inputs)
    for handle in handles:
        handle.remove()
    return found
