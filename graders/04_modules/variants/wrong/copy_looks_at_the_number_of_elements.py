# task: copy_weights
# mistake: none
# fails: copy_weights.mismatch_raises
"""Compares names and numbers of elements, and no shapes."""


def copy_weights(source, target):
    have, want = source.state_dict(), target.state_dict()
    if have.keys() != want.keys():
        raise RuntimeError("the names differ")
    for name, tensor in have.items():
        if tensor.numel() != want[name].numel():
            raise RuntimeError(name)
        want[name].copy_(tensor.reshape(want[name].shape))
