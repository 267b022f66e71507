# task: update_average
"""Moves by a share of the difference."""


def update_average(average, value, decay):
    average += (1 - decay) * (value.detach() - average)
