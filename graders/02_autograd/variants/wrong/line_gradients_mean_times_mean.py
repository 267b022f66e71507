# task: line_gradients
# mistake: product-of-means
# fails: line_gradients.gradients_at_one_and_zero, line_gradients.random_points, line_gradients.minimum_and_precision
"""Averages before multiplying."""


def line_gradients(w, b, x, y):
    error = w * x + b - y
    return 2 * error.mean() * x.mean(), 2 * error.mean()
