# task: line_gradients
# mistake: forgot-the-two
# fails: line_gradients.gradients_at_one_and_zero, line_gradients.random_points, line_gradients.minimum_and_precision
"""Half of each."""


def line_gradients(w, b, x, y):
    error = w * x + b - y
    return (error * x).mean(), error.mean()
