# task: snapshot
# mistake: changed-its-input
# fails: snapshot.training_does_not_change_it
"""Leaves the model in eval mode."""


def snapshot(module):
    module.eval()
    return copy.deepcopy(module.state_dict())
