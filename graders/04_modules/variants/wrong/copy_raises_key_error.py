# task: copy_weights
# mistake: none
# fails: copy_weights.mismatch_raises
"""A missing name raises KeyError."""


def copy_weights(source, target):
    theirs, ours = source.state_dict(), target.state_dict()
    for name in {*theirs, *ours}:
        if theirs[name].shape != ours[name].shape:
            raise RuntimeError(f"{name} has another shape")
        ours[name].copy_(theirs[name])
