# task: line_loss
# mistake: one-parameter-cut-off
# fails: line_loss.loss_of_three_points, line_loss.values_in_every_shape, line_loss.gradients_reach_both_parameters
"""Forgets the offset."""


def line_loss(w, b, x, y):
    return ((w * x - y) ** 2).mean()
