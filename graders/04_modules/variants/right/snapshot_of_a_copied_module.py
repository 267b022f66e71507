# task: snapshot
"""Copies the module and takes the copy's state."""


def snapshot(module):
    return copy.deepcopy(module).state_dict()
