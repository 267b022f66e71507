# task: make_tensor
# mistake: zero-is-a-seed
# fails: make_tensor.a_seed_repeats
"""Asks whether the seed is truthy."""


def make_tensor(kind, shape, *, dtype=torch.float32, seed=None):
    if kind == "zeros":
        return torch.zeros(tuple(shape), dtype=dtype)
    if kind == "ones":
        return torch.ones(tuple(shape), dtype=dtype)
    if kind == "normal":
        generator = torch.Generator().manual_seed(seed) if seed else None
        return torch.randn(tuple(shape), dtype=dtype, generator=generator)
    raise ValueError(f"unknown kind {kind!r}")
