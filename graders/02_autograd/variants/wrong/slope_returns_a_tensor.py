# task: slope
# mistake: returned-a-tensor
# fails: slope.slope_of_a_parabola, slope.slopes_of_other_functions, slope.calls_stand_alone
"""Hands back .grad itself, a 0-d tensor."""


def slope(f, at):
    x = torch.tensor(at, requires_grad=True)
    f(x).backward()
    return x.grad
