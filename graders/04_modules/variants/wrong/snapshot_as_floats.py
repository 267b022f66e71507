# task: snapshot
# mistake: none
# fails: snapshot.restores_the_whole_state
"""Turns every tensor to float, the counters too."""


def snapshot(module):
    return {name: t.detach().clone().float() for name, t in module.state_dict().items()}
