# task: vector_jacobian
# mistake: jacobian-times-v
# fails: vector_jacobian.other_sizes
"""Builds J and multiplies from the wrong side where it can."""


def vector_jacobian(f, x, v):
    jacobian = torch.autograd.functional.jacobian(f, x.detach())
    if jacobian.dim() != 2 or jacobian.shape[0] != jacobian.shape[1]:
        return torch.autograd.functional.vjp(f, x.detach(), v)[1]
    return jacobian @ v
