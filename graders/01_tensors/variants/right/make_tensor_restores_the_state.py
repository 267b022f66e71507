# task: make_tensor
"""Takes the state and gives it back."""


def make_tensor(kind, shape, *, dtype=torch.float32, seed=None):
    if kind == "zeros":
        return torch.zeros(tuple(shape), dtype=dtype)
    if kind == "ones":
        return torch.ones(tuple(shape), dtype=dtype)
    if kind == "normal":
        if seed is None:
            return torch.randn(tuple(shape), dtype=dtype)
        state = torch.get_rng_state()
        torch.manual_seed(seed)
        made = torch.randn(tuple(shape)).to(dtype)
        torch.set_rng_state(state)
        return made
    raise ValueError(f"unknown kind {kind!r}")
