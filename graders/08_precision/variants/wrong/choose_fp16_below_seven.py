# task: choose_dtype
# mistake: below-seven
# fails: choose_dtype.matmul_on_every_generation
"""Gives every older card fp16."""

import torch


def choose_dtype(purpose, capability):
    if purpose in ("optimizer_state", "master_weights"):
        return torch.float32
    if purpose != "matmul":
        raise ValueError(purpose)
    if capability is None or capability[0] < 1:
        return torch.float32
    return torch.float16 if capability < (8, 0) else torch.bfloat16
