# task: make_tensor
# mistake: seed-ignored
# fails: make_tensor.a_seed_repeats, make_tensor.the_global_generator_is_left_alone
"""Takes a seed and does nothing with it."""


def make_tensor(kind, shape, *, dtype=torch.float32, seed=None):
    if kind == "zeros":
        return torch.zeros(tuple(shape), dtype=dtype)
    if kind == "ones":
        return torch.ones(tuple(shape), dtype=dtype)
    if kind == "normal":
        return torch.randn(tuple(shape), dtype=dtype)
    raise ValueError(f"unknown kind {kind!r}")
