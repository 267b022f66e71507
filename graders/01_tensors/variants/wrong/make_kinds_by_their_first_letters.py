# task: make_tensor
# mistake: none
# fails: make_tensor.other_kinds
"""Takes zero and Ones for names of kinds."""


def make_tensor(kind, shape, *, dtype=torch.float32, seed=None):
    k = kind.lower()
    if k.startswith("zero"):
        return torch.zeros(tuple(shape), dtype=dtype)
    if k.startswith("one"):
        return torch.ones(tuple(shape), dtype=dtype)
    if k == "normal":
        g = torch.Generator()
        g.manual_seed(seed) if seed is not None else g.seed()
        return torch.randn(tuple(shape), dtype=dtype, generator=g)
    raise ValueError(kind)
