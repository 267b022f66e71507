# task: slope
# mistake: finite-difference
# fails: slope.slope_of_a_parabola, slope.slopes_of_other_functions, slope.calls_stand_alone
"""The quotient from school, in float32."""


def slope(f, at, h=1e-2):
    x = torch.tensor(at)
    return ((f(x + h) - f(x)) / h).item()
