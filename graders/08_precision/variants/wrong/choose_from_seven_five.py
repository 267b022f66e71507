# task: choose_dtype
# mistake: border-left-out
# fails: choose_dtype.matmul_on_every_generation
"""Compares with the wrong number."""

def choose_dtype(purpose, capability):
    if purpose in ("optimizer_state", "master_weights"):
        return torch.float32
    if purpose != "matmul":
        raise ValueError(f"unknown purpose {purpose!r}")
    if capability is None or capability < (7, 5):
        return torch.float32
    return torch.float16 if capability < (8, 0) else torch.bfloat16
