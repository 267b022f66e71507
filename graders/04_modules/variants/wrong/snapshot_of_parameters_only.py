# task: snapshot
# mistake: buffers-left-out
# fails: snapshot.restores_the_whole_state
"""Takes the parameters and forgets the buffers."""


def snapshot(module):
    return {name: p.detach().clone() for name, p in module.named_parameters()}
