# task: saved_activation_bytes
# mistake: dtype-ignored
# fails: saved_activation_bytes.slices_keep_their_whole_storage
"""Runs under bf16 autocast whatever dtype is asked for."""


def saved_activation_bytes(model, inputs, device_type, dtype=None):
    own = {p.untyped_storage().data_ptr() for p in model.parameters()}
    kept = {}
    def pack(t):
        s = t.untyped_storage()
        if s.data_ptr() not in own:
            kept[s.data_ptr()] = s
        return t
    with torch.autograd.graph.saved_tensors_hooks(pack, lambda t: t), torch.autocast(device_type, torch.bfloat16, enabled=dtype is not None):
        model(inputs)
    return sum(s.nbytes() for s in kept.values())
