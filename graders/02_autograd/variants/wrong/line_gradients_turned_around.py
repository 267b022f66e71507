# task: line_gradients
# mistake: wrong-sign
# fails: line_gradients.gradients_at_one_and_zero, line_gradients.random_points, line_gradients.minimum_and_precision
"""Target minus prediction."""


def line_gradients(w, b, x, y):
    error = y - (w * x + b)
    return 2 * (error * x).mean(), 2 * error.mean()
