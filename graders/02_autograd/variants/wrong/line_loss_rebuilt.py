# task: line_loss
# mistake: rebuilt-the-loss
# fails: line_loss.loss_of_three_points, line_loss.gradients_reach_both_parameters
"""A fresh flag on a rebuilt number."""


def line_loss(w, b, x, y):
    value = ((w * x + b - y) ** 2).mean().item()
    return torch.tensor(value, requires_grad=True)
