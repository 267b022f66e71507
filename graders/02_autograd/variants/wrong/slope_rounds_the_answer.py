# task: slope
# mistake: none
# fails: slope.slopes_of_other_functions, slope.calls_stand_alone
"""One decimal, nicely printed."""


def slope(f, at):
    x = torch.tensor(at, requires_grad=True)
    f(x).backward()
    return round(x.grad.item(), 1)
