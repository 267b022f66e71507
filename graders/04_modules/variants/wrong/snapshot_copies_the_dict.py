# task: snapshot
# mistake: live-snapshot
# fails: snapshot.restores_the_whole_state, snapshot.survives_one_change, snapshot.training_does_not_change_it
"""Copies the dictionary and not the tensors."""


def snapshot(module):
    return module.state_dict().copy()
