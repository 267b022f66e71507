# task: gradient
"""The Jacobian of one output is the gradient."""


def gradient(f, x):
    return torch.autograd.functional.jacobian(lambda t: f(t).sum(), x.detach())
