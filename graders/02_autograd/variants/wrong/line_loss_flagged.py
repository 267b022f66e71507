# task: line_loss
# mistake: rebuilt-the-loss
# fails: line_loss.loss_of_three_points, line_loss.gradients_reach_both_parameters
"""Cuts the graph, then switches requires_grad on."""


def line_loss(w, b, x, y):
    loss = ((w.detach() * x + b.detach() - y) ** 2).mean()
    loss.requires_grad = True
    return loss
