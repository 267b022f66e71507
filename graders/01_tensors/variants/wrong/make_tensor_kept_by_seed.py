# task: make_tensor
# mistake: handed-out-again
# fails: make_tensor.a_seed_repeats
"""The same seed gives the same tensor, not only the same numbers."""

KEPT = {}


def make_tensor(kind, shape, *, dtype=torch.float32, seed=None):
    if kind == "zeros":
        return torch.zeros(tuple(shape), dtype=dtype)
    if kind == "ones":
        return torch.ones(tuple(shape), dtype=dtype)
    if kind == "normal":
        if seed is None:
            return torch.randn(tuple(shape), dtype=dtype)
        key = tuple(shape), dtype, seed
        if key not in KEPT:
            KEPT[key] = torch.randn(tuple(shape), dtype=dtype, generator=torch.Generator().manual_seed(seed))
        return KEPT[key]
    raise ValueError(f"unknown kind {kind!r}")
