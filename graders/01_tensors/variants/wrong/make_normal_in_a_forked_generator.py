# task: make_tensor
# mistake: same-without-seed
# fails: make_tensor.normal_numbers
"""Puts the global generator back even without a seed, so that every call gives the same numbers."""


def make_tensor(kind, shape, *, dtype=torch.float32, seed=None):
    if kind == "zeros":
        return torch.zeros(tuple(shape), dtype=dtype)
    if kind == "ones":
        return torch.ones(tuple(shape), dtype=dtype)
    if kind == "normal":
        with torch.random.fork_rng():
            if seed is not None:
                torch.manual_seed(seed)
            return torch.randn(tuple(shape), dtype=dtype)
    raise ValueError(kind)
