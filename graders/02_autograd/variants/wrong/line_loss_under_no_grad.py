# task: line_loss
# mistake: off-the-graph
# fails: line_loss.loss_of_three_points, line_loss.gradients_reach_both_parameters
"""Computed while nobody watches."""


@torch.no_grad()
def line_loss(w, b, x, y):
    return ((w * x + b - y) ** 2).mean()
