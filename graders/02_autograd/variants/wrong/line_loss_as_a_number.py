# task: line_loss
# mistake: item-cuts-the-graph
# fails: line_loss.loss_of_three_points, line_loss.values_in_every_shape, line_loss.gradients_reach_both_parameters
"""Ends in .item()."""


def line_loss(w, b, x, y):
    return ((w * x + b - y) ** 2).mean().item()
