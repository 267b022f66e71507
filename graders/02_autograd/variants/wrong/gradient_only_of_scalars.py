# task: gradient
# mistake: none
# fails: gradient.shapes_and_dtypes
"""torch.func.grad refuses a result of shape (1,)."""


def gradient(f, x):
    return torch.func.grad(f)(x.detach())
