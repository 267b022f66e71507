# task: make_tensor
# mistake: global-generator-touched
# fails: make_tensor.the_global_generator_is_left_alone
"""Rewinds the generator of the whole process."""


def make_tensor(kind, shape, *, dtype=torch.float32, seed=None):
    if kind == "zeros":
        return torch.zeros(tuple(shape), dtype=dtype)
    if kind == "ones":
        return torch.ones(tuple(shape), dtype=dtype)
    if kind == "normal":
        if seed is not None:
            torch.manual_seed(seed)
        return torch.randn(tuple(shape), dtype=dtype)
    raise ValueError(f"unknown kind {kind!r}")
