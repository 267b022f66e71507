# task: vector_jacobian
"""Slow and right: build J, then contract."""


def vector_jacobian(f, x, v):
    jacobian = torch.autograd.functional.jacobian(f, x.detach())
    return torch.tensordot(v, jacobian, dims=v.dim())
