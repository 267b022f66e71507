# task: make_tensor
# mistake: none
# fails: make_tensor.an_unknown_kind_is_refused, make_tensor.other_kinds
"""A dictionary raises KeyError."""


def make_tensor(kind, shape, *, dtype=torch.float32, seed=None):
    generator = None if seed is None else torch.Generator().manual_seed(seed)
    make = {
        "zeros": lambda: torch.zeros(tuple(shape), dtype=dtype),
        "ones": lambda: torch.ones(tuple(shape), dtype=dtype),
        "normal": lambda: torch.randn(tuple(shape), dtype=dtype, generator=generator),
    }
    return make[kind]()
