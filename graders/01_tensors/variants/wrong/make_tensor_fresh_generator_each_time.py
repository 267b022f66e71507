# task: make_tensor
# mistake: same-without-seed
# fails: make_tensor.normal_numbers
"""A new generator starts at the same default seed."""


def make_tensor(kind, shape, *, dtype=torch.float32, seed=None):
    if kind == "zeros":
        return torch.zeros(tuple(shape), dtype=dtype)
    if kind == "ones":
        return torch.ones(tuple(shape), dtype=dtype)
    if kind == "normal":
        generator = torch.Generator()
        if seed is not None:
            generator.manual_seed(seed)
        return torch.randn(tuple(shape), dtype=dtype, generator=generator)
    raise ValueError(f"unknown kind {kind!r}")
