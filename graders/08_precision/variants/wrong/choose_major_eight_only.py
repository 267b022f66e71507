# task: choose_dtype
# mistake: only-major-eight
# fails: choose_dtype.matmul_on_every_generation
"""Knows Ampere and nothing later."""

import torch


def choose_dtype(purpose, capability):
    if purpose in ("optimizer_state", "master_weights"):
        return torch.float32
    if purpose != "matmul":
        raise ValueError(purpose)
    if capability is None or capability < (7, 0):
        return torch.float32
    return torch.bfloat16 if capability[0] == 8 else torch.float16
