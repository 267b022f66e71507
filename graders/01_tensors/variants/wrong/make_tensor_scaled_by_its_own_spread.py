# task: make_tensor
# mistake: none
# fails: make_tensor.any_shape_and_dtype
"""Divides by the spread of the numbers drawn; a single number has none."""


def make_tensor(kind, shape, *, dtype=torch.float32, seed=None):
    if kind == "zeros":
        return torch.zeros(tuple(shape), dtype=dtype)
    if kind == "ones":
        return torch.ones(tuple(shape), dtype=dtype)
    if kind == "normal":
        generator = None if seed is None else torch.Generator().manual_seed(seed)
        drawn = torch.randn(tuple(shape), dtype=dtype, generator=generator)
        return drawn / drawn.std()
    raise ValueError(f"unknown kind {kind!r}")
