# task: make_tensor
# mistake: uniform-not-normal
# fails: make_tensor.normal_numbers
"""Draws from the uniform distribution."""


def make_tensor(kind, shape, *, dtype=torch.float32, seed=None):
    if kind == "zeros":
        return torch.zeros(tuple(shape), dtype=dtype)
    if kind == "ones":
        return torch.ones(tuple(shape), dtype=dtype)
    if kind == "normal":
        generator = None if seed is None else torch.Generator().manual_seed(seed)
        return torch.rand(tuple(shape), dtype=dtype, generator=generator)
    raise ValueError(f"unknown kind {kind!r}")
