# task: make_tensor
# mistake: none
# fails: make_tensor.normal_numbers
"""Begins with the seed again in each row, so all rows are the same."""


def make_tensor(kind, shape, *, dtype=torch.float32, seed=None):
    if kind == "zeros":
        return torch.zeros(tuple(shape), dtype=dtype)
    if kind == "ones":
        return torch.ones(tuple(shape), dtype=dtype)
    if kind == "normal":
        if seed is None:
            return torch.randn(tuple(shape), dtype=dtype)
        if not shape:
            return torch.randn((), dtype=dtype, generator=torch.Generator().manual_seed(seed))
        made = torch.empty(tuple(shape), dtype=dtype)
        for row in made:
            row.normal_(generator=torch.Generator().manual_seed(seed))
        return made
    raise ValueError(f"unknown kind {kind!r}")
