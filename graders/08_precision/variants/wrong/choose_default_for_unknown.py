# task: choose_dtype
# mistake: unknown-purpose-accepted
# fails: choose_dtype.an_ampere_and_a_turing_card, choose_dtype.the_rest_of_the_table
"""Falls back to fp32 for any purpose."""

import torch


def choose_dtype(purpose, capability):
    if purpose in ("optimizer_state", "master_weights"):
        return torch.float32
    if purpose != "matmul":
        return torch.float32
    if capability is None or capability < (7, 0):
        return torch.float32
    return torch.float16 if capability < (8, 0) else torch.bfloat16
