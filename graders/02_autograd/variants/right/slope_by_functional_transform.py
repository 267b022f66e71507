# task: slope
"""torch.func.grad."""


def slope(f, at):
    return torch.func.grad(f)(torch.tensor(float(at))).item()
