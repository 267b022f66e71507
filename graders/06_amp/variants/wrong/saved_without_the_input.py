# task: saved_activation_bytes
# mistake: input-left-out
# fails: saved_activation_bytes.two_layers_by_hand, saved_activation_bytes.a_stack_with_and_without_autocast, saved_activation_bytes.slices_keep_their_whole_storage
"""Leaves the model's input out."""


def saved_activation_bytes(model, inputs, device_type, dtype=None):
    kept = {}
    own = {p.untyped_storage().data_ptr() for p in model.parameters()} | {inputs.untyped_storage().data_ptr()}
    def pack(t):
        if t.untyped_storage().data_ptr() not in own:
            s = t.untyped_storage(); kept[s.data_ptr()] = s
        return t
    with torch.autograd.graph.saved_tensors_hooks(pack, lambda t: t), torch.autocast(device_type, dtype=dtype, enabled=dtype is not None):
        model(inputs)
    return sum(s.nbytes() for s in kept.values())
