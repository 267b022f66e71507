# task: copy_weights
# mistake: not-strict
# fails: copy_weights.mismatch_raises
"""strict=False lets half a match pass."""


def copy_weights(source, target):
    target.load_state_dict(source.state_dict(), strict=False)
