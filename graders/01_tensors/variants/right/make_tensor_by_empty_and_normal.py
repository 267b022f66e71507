# task: make_tensor
"""Fills an empty tensor."""


def make_tensor(kind, shape, *, dtype=torch.float32, seed=None):
    if kind == "zeros":
        return torch.zeros(tuple(shape), dtype=dtype)
    if kind == "ones":
        return torch.ones(tuple(shape), dtype=dtype)
    if kind == "normal":
        generator = None if seed is None else torch.Generator().manual_seed(seed)
        return torch.empty(list(shape), dtype=dtype).normal_(generator=generator)
    raise ValueError(f"unknown kind {kind!r}")
