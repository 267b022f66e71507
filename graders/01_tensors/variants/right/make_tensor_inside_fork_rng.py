# task: make_tensor
"""Seeds the global generator and puts it back."""


def make_tensor(kind, shape, *, dtype=torch.float32, seed=None):
    if kind == "zeros":
        return torch.zeros(tuple(shape), dtype=dtype)
    if kind == "ones":
        return torch.ones(tuple(shape), dtype=dtype)
    if kind == "normal":
        if seed is None:
            return torch.randn(tuple(shape), dtype=dtype)
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(seed)
            return torch.randn(tuple(shape), dtype=dtype)
    raise ValueError(f"unknown kind {kind!r}")
