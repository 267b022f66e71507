# task: make_tensor
# mistake: one-number-for-all
# fails: make_tensor.other_kinds
"""Expands one number to the shape instead of making a tensor of it."""


def make_tensor(kind, shape, *, dtype=torch.float32, seed=None):
    if kind == "zeros":
        return torch.zeros((), dtype=dtype).expand(tuple(shape))
    if kind == "ones":
        return torch.ones((), dtype=dtype).expand(tuple(shape))
    if kind == "normal":
        g = torch.Generator()
        g.manual_seed(seed) if seed is not None else g.seed()
        return torch.randn(tuple(shape), dtype=dtype, generator=g)
    raise ValueError(kind)
