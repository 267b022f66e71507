# task: line_loss
"""Sum of squares over their number."""


def line_loss(w, b, x, y):
    error = torch.addcmul(b, w, x) - y
    return error.square().sum() / error.numel()
