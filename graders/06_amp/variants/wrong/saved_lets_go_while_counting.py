# task: saved_activation_bytes
# mistake: storages-taken-for-one
# fails: saved_activation_bytes.a_stack_with_and_without_autocast
"""Keeps addresses, and not what lies there."""


def saved_activation_bytes(model, inputs, device_type, dtype=None):
    own = {p.untyped_storage().data_ptr() for p in model.parameters()}
    kept = {}
    def pack(t):
        s = t.untyped_storage()
        if s.data_ptr() not in own:
            kept[s.data_ptr()] = s.nbytes()
        return None
    with torch.autograd.graph.saved_tensors_hooks(pack, lambda t: t), torch.autocast(device_type, dtype, enabled=dtype is not None):
        model(inputs)
    return sum(kept.values())
