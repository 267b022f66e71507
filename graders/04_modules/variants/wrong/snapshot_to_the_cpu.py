# task: snapshot
# mistake: live-snapshot
# fails: snapshot.restores_the_whole_state, snapshot.survives_one_change, snapshot.training_does_not_change_it
"""cpu() copies nothing that is there already."""


def snapshot(module):
    return {name: t.cpu() for name, t in module.state_dict().items()}
