# task: update_average
# mistake: grad-mode-left-off
# fails: update_average.no_graph_grows
"""Switches autograd off for everybody."""


def update_average(average, value, decay):
    torch.set_grad_enabled(False)
    average.mul_(decay).add_(value, alpha=1 - decay)
