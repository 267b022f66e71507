# task: training_bytes
"""Branches instead of a table."""

import torch


def training_bytes(num_params, optimizer="adamw"):
    weights = num_params * torch.float32.itemsize
    if optimizer == "adamw":
        state = 2 * weights
    elif optimizer == "sgd_momentum":
        state = weights
    elif optimizer == "sgd":
        state = 0
    else:
        raise ValueError(f"no idea what {optimizer} remembers")
    return dict(optimizer=state, gradients=weights, weights=weights)
