# task: line_gradients
# mistake: sum-not-mean
# fails: line_gradients.gradients_at_one_and_zero, line_gradients.random_points, line_gradients.minimum_and_precision
"""Sums over the points."""


def line_gradients(w, b, x, y):
    error = w * x + b - y
    return 2 * (error * x).sum(), 2 * error.sum()
