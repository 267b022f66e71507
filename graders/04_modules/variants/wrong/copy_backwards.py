# task: copy_weights
# mistake: target-unchanged
# fails: copy_weights.by_name_not_by_place, copy_weights.no_aliasing, copy_weights.one_linear, copy_weights.parameters_and_buffers
"""Copies from target to source."""


def copy_weights(source, target):
    source.load_state_dict(target.state_dict())
