# task: choose_dtype
# mistake: no-gpu-means-fp32
# fails: choose_dtype.the_rest_of_the_table
"""Compares None with a tuple."""

import torch


def choose_dtype(purpose, capability):
    if purpose in ("optimizer_state", "master_weights"):
        return torch.float32
    if purpose != "matmul":
        raise ValueError(purpose)
    if capability < (7, 0):
        return torch.float32
    return torch.float16 if capability < (8, 0) else torch.bfloat16
