# task: choose_dtype
# mistake: compared-as-text
# fails: choose_dtype.matmul_on_every_generation
"""Lists the generations that it knows."""

def choose_dtype(purpose, capability):
    if purpose in ("optimizer_state", "master_weights"):
        return torch.float32
    if purpose != "matmul":
        raise ValueError(f"unknown purpose {purpose!r}")
    if capability in ((8, 0), (8, 6), (8, 9), (9, 0)):
        return torch.bfloat16
    return torch.float16 if capability in ((7, 0), (7, 5)) else torch.float32
