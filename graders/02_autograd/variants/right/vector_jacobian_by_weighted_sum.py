# task: vector_jacobian
"""The gradient of the weighted sum."""


def vector_jacobian(f, x, v):
    leaf = x.detach().clone().requires_grad_()
    (f(leaf) * v).sum().backward()
    return leaf.grad
