# task: make_tensor
# mistake: none
# fails: make_tensor.any_shape_and_dtype
"""With a star, () leaves nothing to pass."""


def make_tensor(kind, shape, *, dtype=torch.float32, seed=None):
    if kind == "zeros":
        return torch.zeros(*shape, dtype=dtype)
    if kind == "ones":
        return torch.ones(*shape, dtype=dtype)
    if kind == "normal":
        generator = None if seed is None else torch.Generator().manual_seed(seed)
        return torch.randn(*shape, dtype=dtype, generator=generator)
    raise ValueError(f"unknown kind {kind!r}")
