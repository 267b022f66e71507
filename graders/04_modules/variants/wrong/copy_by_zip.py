# task: copy_weights
# mistake: not-strict
# fails: copy_weights.by_name_not_by_place, copy_weights.mismatch_raises
"""zip stops at the shorter list."""


def copy_weights(source, target):
    for tensor, other in zip(target.state_dict().values(), source.state_dict().values()):
        tensor.copy_(other)
