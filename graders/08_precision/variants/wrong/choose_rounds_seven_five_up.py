# task: choose_dtype
# mistake: rounded-up-to-eight
# fails: choose_dtype.an_ampere_and_a_turing_card, choose_dtype.matmul_on_every_generation
"""Rounds the capability to a whole number."""

import torch


def choose_dtype(purpose, capability):
    if purpose in ("optimizer_state", "master_weights"):
        return torch.float32
    if purpose != "matmul":
        raise ValueError(purpose)
    if capability is None or capability < (7, 0):
        return torch.float32
    major = round(capability[0] + capability[1] / 10 + 0.01)
    return torch.float16 if major < 8 else torch.bfloat16
