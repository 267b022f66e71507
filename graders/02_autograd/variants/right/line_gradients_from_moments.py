# task: line_gradients
"""Only means of the data."""


def line_gradients(w, b, x, y):
    dw = 2 * (w * (x * x).mean() + b * x.mean() - (x * y).mean())
    return dw, 2 * (w * x.mean() + b - y.mean())
