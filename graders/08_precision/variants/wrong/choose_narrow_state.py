# task: choose_dtype
# mistake: narrow-state
# fails: choose_dtype.an_ampere_and_a_turing_card, choose_dtype.the_rest_of_the_table
"""Keeps optimizer state in the dtype of the matrix units."""

import torch


def choose_dtype(purpose, capability):
    if purpose not in ("matmul", "master_weights", "optimizer_state"):
        raise ValueError(purpose)
    if purpose == "master_weights" or capability is None or capability < (7, 0):
        return torch.float32
    return torch.float16 if capability < (8, 0) else torch.bfloat16
