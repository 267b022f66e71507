# task: choose_dtype
# mistake: dtype-as-text
# fails: choose_dtype.an_ampere_and_a_turing_card, choose_dtype.matmul_on_every_generation, choose_dtype.the_rest_of_the_table
"""Returns names of dtypes."""

import torch


def choose_dtype(purpose, capability):
    if purpose in ("optimizer_state", "master_weights"):
        return "float32"
    if purpose != "matmul":
        raise ValueError(purpose)
    if capability is None or capability < (7, 0):
        return torch.float32
    return "float16" if capability < (8, 0) else "bfloat16"
