# task: gradient
"""A detached copy and its .grad."""


def gradient(f, x):
    leaf = x.clone().detach().requires_grad_(True)
    f(leaf).backward()
    return leaf.grad
