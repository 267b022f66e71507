# task: line_loss
"""The library's own."""


def line_loss(w, b, x, y):
    return torch.nn.functional.mse_loss(w * x + b, y)
