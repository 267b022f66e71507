# task: line_loss
"""A dot product of the flat errors."""


def line_loss(w, b, x, y):
    error = (y - (b + x * w)).flatten()
    return torch.dot(error, error) / len(error)
