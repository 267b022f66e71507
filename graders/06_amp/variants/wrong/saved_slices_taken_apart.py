# task: saved_activation_bytes
# mistake: slices-taken-apart
# fails: saved_activation_bytes.slices_keep_their_whole_storage
"""Tells storages apart by where a tensor begins."""


def saved_activation_bytes(model, inputs, device_type, dtype=None):
    own = {p.data_ptr() for p in model.parameters()}
    kept = {}
    def pack(t):
        if t.data_ptr() not in own:
            kept[t.data_ptr()] = t
        return t
    with torch.autograd.graph.saved_tensors_hooks(pack, lambda t: t), torch.autocast(device_type, dtype=dtype, enabled=dtype is not None):
        model(inputs)
    return sum(t.untyped_storage().nbytes() for t in kept.values())
