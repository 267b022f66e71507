# task: snapshot
# mistake: none
# fails: snapshot.restores_the_whole_state, snapshot.survives_one_change, snapshot.training_does_not_change_it
"""Returns a whole module."""


def snapshot(module):
    return copy.deepcopy(module)
