# task: choose_dtype
# mistake: border-left-out
# fails: choose_dtype.an_ampere_and_a_turing_card, choose_dtype.matmul_on_every_generation
"""Compares with > instead of >=."""


def choose_dtype(purpose, capability):
    if purpose in ("optimizer_state", "master_weights"):
        return torch.float32
    if purpose != "matmul":
        raise ValueError(purpose)
    if capability is None:
        return torch.float32
    if capability > (8, 0):
        return torch.bfloat16
    return torch.float16 if capability >= (7, 0) else torch.float32
