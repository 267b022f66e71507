# task: vector_jacobian
"""torch.func.vjp on a detached x."""


def vector_jacobian(f, x, v):
    _, pull_back = torch.func.vjp(f, x.detach())
    return pull_back(v)[0]
