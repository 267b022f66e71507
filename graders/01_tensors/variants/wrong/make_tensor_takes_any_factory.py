# task: make_tensor
# mistake: none
# fails: make_tensor.other_kinds
"""Takes whatever torch has under that name."""


def make_tensor(kind, shape, *, dtype=torch.float32, seed=None):
    if kind == "normal":
        generator = None if seed is None else torch.Generator().manual_seed(seed)
        return torch.randn(tuple(shape), dtype=dtype, generator=generator)
    try:
        return getattr(torch, kind)(tuple(shape), dtype=dtype)
    except (AttributeError, TypeError):
        raise ValueError(f"unknown kind {kind!r}") from None
