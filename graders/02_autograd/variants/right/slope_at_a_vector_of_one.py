# task: slope
"""A leaf of shape (1,)."""


def slope(f, at):
    x = torch.tensor([at]).requires_grad_()
    f(x).sum().backward()
    return x.grad.tolist()[0]
