# task: line_loss
# mistake: rebuilt-the-parameters
# fails: line_loss.gradients_reach_both_parameters
"""Computes with new leaves of the same values."""


def line_loss(w, b, x, y):
    w, b = (p.detach().clone().requires_grad_() for p in (w, b))
    return ((w * x + b - y) ** 2).mean()
