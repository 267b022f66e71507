# task: copy_weights
# mistake: broadcast-into-place
# fails: copy_weights.mismatch_raises
"""Checks the names, and copy_ stretches what is too small."""


def copy_weights(source, target):
    theirs, ours = source.state_dict(), target.state_dict()
    if theirs.keys() != ours.keys():
        raise RuntimeError("the names differ")
    for name, tensor in ours.items():
        tensor.copy_(theirs[name])
