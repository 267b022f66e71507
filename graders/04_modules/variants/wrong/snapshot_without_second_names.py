# task: snapshot
# mistake: tied-name-left-out
# fails: snapshot.restores_the_whole_state
"""Takes parameters and buffers by their first names only."""


def snapshot(module):
    names = module.state_dict().keys()
    tensors = dict(module.named_parameters()) | dict(module.named_buffers())
    return {name: tensor.detach().clone() for name, tensor in tensors.items() if name in names}
