# task: copy_weights
# mistake: changed-its-input
# fails: copy_weights.parameters_and_buffers
"""Throws the gradients of the source away."""


def copy_weights(source, target):
    source.zero_grad()
    target.load_state_dict(source.state_dict())
