# task: line_loss
# mistake: forgot-the-mean
# fails: line_loss.loss_of_three_points, line_loss.values_in_every_shape, line_loss.gradients_reach_both_parameters
"""One loss for each point."""


def line_loss(w, b, x, y):
    return (w * x + b - y) ** 2
