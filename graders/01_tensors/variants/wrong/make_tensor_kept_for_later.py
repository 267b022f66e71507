# task: make_tensor
# mistake: handed-out-again
# fails: make_tensor.other_kinds
"""Keeps zeros and ones, and hands the same ones out again."""

KEPT = {}


def make_tensor(kind, shape, *, dtype=torch.float32, seed=None):
    if kind in ("zeros", "ones"):
        key = kind, tuple(shape), dtype
        if key not in KEPT:
            KEPT[key] = torch.full(tuple(shape), int(kind == "ones"), dtype=dtype)
        return KEPT[key]
    if kind == "normal":
        generator = None if seed is None else torch.Generator().manual_seed(seed)
        return torch.randn(tuple(shape), dtype=dtype, generator=generator)
    raise ValueError(f"unknown kind {kind!r}")
