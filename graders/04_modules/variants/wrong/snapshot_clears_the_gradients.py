# task: snapshot
# mistake: changed-its-input
# fails: snapshot.training_does_not_change_it
"""Throws the model's gradients away."""


def snapshot(module):
    module.zero_grad()
    return copy.deepcopy(module.state_dict())
