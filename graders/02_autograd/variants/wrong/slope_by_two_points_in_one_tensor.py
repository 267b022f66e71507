# task: slope
# mistake: finite-difference
# fails: slope.slope_of_a_parabola, slope.slopes_of_other_functions, slope.calls_stand_alone
"""A small difference, with both points in one call."""


def slope(f, at):
    at_both = f(torch.tensor([at, at + 1e-2]))
    return ((at_both[1] - at_both[0]) / 1e-2).item()
