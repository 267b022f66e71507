# task: snapshot
# mistake: live-buffers
# fails: snapshot.restores_the_whole_state, snapshot.training_does_not_change_it
"""Clones the parameters and hands out the buffers."""


def snapshot(module):
    state = module.state_dict()
    state.update({name: p.detach().clone() for name, p in module.named_parameters()})
    return state
