# task: make_tensor
# mistake: seed-ignored
# fails: make_tensor.a_seed_repeats
"""Goes on with the stream of the former call."""

GENERATORS = {}


def make_tensor(kind, shape, *, dtype=torch.float32, seed=None):
    if kind == "zeros":
        return torch.zeros(tuple(shape), dtype=dtype)
    if kind == "ones":
        return torch.ones(tuple(shape), dtype=dtype)
    if kind == "normal":
        if seed is not None and seed not in GENERATORS:
            GENERATORS[seed] = torch.Generator().manual_seed(seed)
        return torch.randn(tuple(shape), dtype=dtype, generator=GENERATORS.get(seed))
    raise ValueError(f"unknown kind {kind!r}")
