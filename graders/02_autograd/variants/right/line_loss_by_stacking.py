# task: line_loss
"""A Python loop over the points."""


def line_loss(w, b, x, y):
    points = zip(x.flatten(), y.flatten())
    return torch.stack([(w * t + b - target).pow(2).reshape(()) for t, target in points]).mean()
