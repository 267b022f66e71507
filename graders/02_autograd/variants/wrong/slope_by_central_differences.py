# task: slope
# mistake: finite-difference
# fails: slope.slopes_of_other_functions
"""The central difference in float64: good to ten digits, and still no derivative."""


def slope(f, at, h=1e-6):
    x = torch.tensor(float(at), dtype=torch.float64)
    return ((f(x + h) - f(x - h)) / (2 * h)).item()
