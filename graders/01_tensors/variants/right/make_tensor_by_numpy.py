# task: make_tensor
"""NumPy's own generator draws."""


def make_tensor(kind, shape, *, dtype=torch.float32, seed=None):
    if kind == "zeros":
        return torch.zeros(tuple(shape), dtype=dtype)
    if kind == "ones":
        return torch.ones(tuple(shape), dtype=dtype)
    if kind == "normal":
        numbers = np.random.default_rng(seed).standard_normal(tuple(shape))
        return torch.as_tensor(numbers).to(dtype)
    raise ValueError(f"unknown kind {kind!r}")
