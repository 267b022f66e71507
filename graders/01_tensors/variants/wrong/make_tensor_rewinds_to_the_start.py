# task: make_tensor
# mistake: global-generator-touched
# fails: make_tensor.the_global_generator_is_left_alone
"""Puts the global generator back to where it once began."""


def make_tensor(kind, shape, *, dtype=torch.float32, seed=None):
    if kind == "zeros":
        return torch.zeros(tuple(shape), dtype=dtype)
    if kind == "ones":
        return torch.ones(tuple(shape), dtype=dtype)
    if kind == "normal":
        if seed is None:
            return torch.randn(tuple(shape), dtype=dtype)
        began = torch.initial_seed()
        torch.manual_seed(seed)
        made = torch.randn(tuple(shape), dtype=dtype)
        torch.manual_seed(began)
        return made
    raise ValueError(f"unknown kind {kind!r}")
