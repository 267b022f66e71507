# task: make_tensor
"""match, full and torch.normal."""


def make_tensor(kind, shape, *, dtype=torch.float32, seed=None):
    match kind:
        case "zeros":
            return torch.full(tuple(shape), 0, dtype=dtype)
        case "ones":
            return torch.full(tuple(shape), 1, dtype=dtype)
        case "normal":
            generator = torch.Generator()
            if seed is None:
                generator.seed()
            else:
                generator.manual_seed(seed)
            return torch.normal(0.0, 1.0, tuple(shape), dtype=dtype, generator=generator)
    raise ValueError("no such kind: " + kind)
