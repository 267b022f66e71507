# task: line_gradients
# mistake: lost-the-dtype
# fails: line_gradients.minimum_and_precision
"""Averages in float32."""


def line_gradients(w, b, x, y):
    error = 2 * (w * x + b - y).float()
    return (error * x.float()).mean(), error.mean()
