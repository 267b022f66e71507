# task: line_gradients
# mistake: forgot-x
# fails: line_gradients.gradients_at_one_and_zero, line_gradients.random_points, line_gradients.minimum_and_precision
"""Both are the mean error."""


def line_gradients(w, b, x, y):
    error = w * x + b - y
    return 2 * error.mean(), 2 * error.mean()
