# task: line_loss
# mistake: broadcast-every-pair
# fails: line_loss.loss_of_three_points, line_loss.values_in_every_shape, line_loss.gradients_reach_both_parameters
"""A column of predictions against a row of targets."""


def line_loss(w, b, x, y):
    prediction = x.reshape(-1, 1) * w + b
    return ((prediction - y) ** 2).mean()
