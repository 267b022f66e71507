# task: copy_weights
# mistake: target-unchanged
# fails: copy_weights.by_name_not_by_place, copy_weights.mismatch_raises, copy_weights.no_aliasing, copy_weights.one_linear, copy_weights.parameters_and_buffers
"""Gives the local name a new module."""


def copy_weights(source, target):
    if [*source.state_dict()] != [*target.state_dict()]:
        raise RuntimeError("the modules differ")
    target = copy.deepcopy(source)
