# task: gradient
"""A Parameter is a leaf too."""


def gradient(f, x):
    leaf = torch.nn.Parameter(x.data)
    f(leaf).backward(torch.ones_like(f(leaf)))
    return leaf.grad
