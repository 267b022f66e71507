# task: slope
"""A dual number instead of a graph."""


def slope(f, at):
    point = torch.tensor(float(at))
    _, derivative = torch.func.jvp(f, (point,), (torch.ones_like(point),))
    return derivative.item()
