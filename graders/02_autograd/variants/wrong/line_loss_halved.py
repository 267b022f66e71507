# task: line_loss
# mistake: halved-the-loss
# fails: line_loss.loss_of_three_points, line_loss.values_in_every_shape, line_loss.gradients_reach_both_parameters
"""The textbook's half."""


def line_loss(w, b, x, y):
    return 0.5 * ((w * x + b - y) ** 2).mean()
