# task: gradient
"""torch.tensor(x) copies, with a warning, and keeps the dtype."""


def gradient(f, x):
    leaf = torch.tensor(x, requires_grad=True)
    f(leaf).backward()
    return leaf.grad.clone()
