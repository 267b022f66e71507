# task: choose_dtype
# mistake: compared-as-text
# fails: choose_dtype.matmul_on_every_generation
"""Compares versions as text: 10.0 comes before 8.0."""

import torch


def choose_dtype(purpose, capability):
    if purpose in ("optimizer_state", "master_weights"):
        return torch.float32
    if purpose != "matmul":
        raise ValueError(purpose)
    if capability is None:
        return torch.float32
    version = "{}.{}".format(*capability)
    if version < "7.0":
        return torch.float32
    return torch.float16 if version < "8.0" else torch.bfloat16
