# task: line_loss
# mistake: one-parameter-cut-off
# fails: line_loss.gradients_reach_both_parameters
"""Takes b out of the graph."""


def line_loss(w, b, x, y):
    return ((w * x + b.item() - y) ** 2).mean()
