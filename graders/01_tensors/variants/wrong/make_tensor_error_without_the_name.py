# task: make_tensor
# mistake: none
# fails: make_tensor.an_unknown_kind_is_refused, make_tensor.other_kinds
"""Raises, but does not say which kind."""


def make_tensor(kind, shape, *, dtype=torch.float32, seed=None):
    if kind == "zeros":
        return torch.zeros(tuple(shape), dtype=dtype)
    if kind == "ones":
        return torch.ones(tuple(shape), dtype=dtype)
    if kind == "normal":
        generator = None if seed is None else torch.Generator().manual_seed(seed)
        return torch.randn(tuple(shape), dtype=dtype, generator=generator)
    raise ValueError("unknown kind")
