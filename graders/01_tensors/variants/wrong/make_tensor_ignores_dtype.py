# task: make_tensor
# mistake: ignored-dtype
# fails: make_tensor.zeros_and_ones, make_tensor.any_shape_and_dtype
"""The dtype never arrives."""


def make_tensor(kind, shape, *, dtype=torch.float32, seed=None):
    if kind == "zeros":
        return torch.zeros(tuple(shape))
    if kind == "ones":
        return torch.ones(tuple(shape))
    if kind == "normal":
        generator = None if seed is None else torch.Generator().manual_seed(seed)
        return torch.randn(tuple(shape), generator=generator)
    raise ValueError(f"unknown kind {kind!r}")
