# task: vector_jacobian
"""backward with its gradient argument."""


def vector_jacobian(f, x, v):
    leaf = x.detach().requires_grad_()
    f(leaf).backward(gradient=v)
    return leaf.grad
