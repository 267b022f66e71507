# task: copy_weights
"""assign=True is fine with tensors that nobody else has."""


def copy_weights(source, target):
    target.load_state_dict(copy.deepcopy(source.state_dict()), assign=True)
