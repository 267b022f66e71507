# task: copy_weights
# mistake: aliased
# fails: copy_weights.no_aliasing
"""assign=True hands over the tensors themselves."""


def copy_weights(source, target):
    target.load_state_dict(source.state_dict(), assign=True)
