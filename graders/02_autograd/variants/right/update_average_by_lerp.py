# task: update_average
"""lerp_ by the share of the new value."""


def update_average(average, value, decay):
    return average.lerp_(value.detach(), 1 - decay)
