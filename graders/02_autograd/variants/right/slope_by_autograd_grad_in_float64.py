# task: slope
"""autograd.grad, in double precision."""


def slope(f, at):
    x = torch.tensor(at, dtype=torch.float64, requires_grad=True)
    (derivative,) = torch.autograd.grad(f(x), x)
    return float(derivative)
