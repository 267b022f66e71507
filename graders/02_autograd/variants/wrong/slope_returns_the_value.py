# task: slope
# mistake: value-instead-of-slope
# fails: slope.slope_of_a_parabola, slope.slopes_of_other_functions, slope.calls_stand_alone
"""Takes the number out of the function's value."""


def slope(f, at):
    x = torch.tensor(at, requires_grad=True)
    y = f(x)
    y.backward()
    return y.item()
