# task: update_average
"""Computes beside, copies over."""


@torch.no_grad()
def update_average(average, value, decay):
    average.copy_(decay * average + (1 - decay) * value)
