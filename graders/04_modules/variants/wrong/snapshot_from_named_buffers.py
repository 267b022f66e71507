# task: snapshot
# mistake: scratch-buffers-saved
# fails: snapshot.restores_the_whole_state
"""Collects parameters and all buffers, also those that are not saved."""


def snapshot(module):
    named = [*module.named_parameters(), *module.named_buffers()]
    return {name: tensor.detach().clone() for name, tensor in named}
