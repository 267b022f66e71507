# task: snapshot
"""Clones tensor by tensor, into a plain dict."""


def snapshot(module):
    return {name: tensor.detach().clone() for name, tensor in module.state_dict().items()}
