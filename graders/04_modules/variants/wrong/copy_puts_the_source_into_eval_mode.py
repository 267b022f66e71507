# task: copy_weights
# mistake: changed-its-input
# fails: copy_weights.parameters_and_buffers
"""Leaves the source in eval mode."""


def copy_weights(source, target):
    source.eval()
    target.load_state_dict(source.state_dict())
