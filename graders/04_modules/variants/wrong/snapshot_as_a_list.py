# task: snapshot
# mistake: none
# fails: snapshot.restores_the_whole_state, snapshot.survives_one_change, snapshot.training_does_not_change_it
"""Returns tensors without their names."""


def snapshot(module):
    return [t.clone() for t in module.state_dict().values()]
