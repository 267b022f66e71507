# task: snapshot
# mistake: live-snapshot
# fails: snapshot.restores_the_whole_state, snapshot.survives_one_change, snapshot.training_does_not_change_it
"""detach() is a new label over the same memory."""


def snapshot(module):
    return {name: t.detach() for name, t in module.state_dict().items()}
