# task: saved_activation_bytes
# mistake: mode-changed
# fails: saved_activation_bytes.a_stack_with_and_without_autocast, saved_activation_bytes.slices_keep_their_whole_storage
"""Puts the model in eval mode to count, and leaves it there."""


def saved_activation_bytes(model, inputs, device_type, dtype=None):
    seen = {}
    model.eval()
    ids = {p.untyped_storage().data_ptr() for p in model.parameters()}

    def pack(t):
        s = t.untyped_storage()
        if s.data_ptr() not in ids:
            seen[s.data_ptr()] = s
        return t

    with (
        torch.autograd.graph.saved_tensors_hooks(pack, lambda t: t),
        torch.autocast(device_type, dtype=dtype, enabled=dtype is not None),
    ):
        model(inputs)
    return sum(s.nbytes() for s in seen.values())
