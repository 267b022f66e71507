# task: slope
# mistake: no-requires-grad
# fails: slope.slope_of_a_parabola, slope.slopes_of_other_functions, slope.calls_stand_alone
"""Nothing asked for a graph."""


def slope(f, at):
    x = torch.tensor(at)
    f(x).backward()
    return x.grad.item()
