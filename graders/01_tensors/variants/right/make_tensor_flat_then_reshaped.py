# task: make_tensor
"""Draws a flat row of numbers and gives it its shape; the error is a subclass of ValueError."""


class UnknownKind(ValueError):
    pass


def make_tensor(kind, shape, *, dtype=torch.float32, seed=None):
    if kind == "zeros":
        return torch.zeros(*shape, dtype=dtype) if len(shape) else torch.tensor(0, dtype=dtype)
    if kind == "ones":
        return torch.ones(*shape, dtype=dtype) if len(shape) else torch.tensor(1, dtype=dtype)
    if kind == "normal":
        generator = None
        if seed is not None:
            generator = torch.Generator()
            generator.manual_seed(seed)
        count = int(np.prod(shape, dtype=int))
        return torch.randn(count, generator=generator, dtype=dtype).reshape(tuple(shape))
    raise UnknownKind(f"unknown kind {kind!r}")
