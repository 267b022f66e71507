# task: update_average
"""Writes the result of lerp over the average, with out=."""


def update_average(average, value, decay):
    torch.lerp(value.detach(), average, decay, out=average)
