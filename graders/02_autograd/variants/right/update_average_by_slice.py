# task: update_average
"""Slice assignment writes in place."""


def update_average(average, value, decay):
    with torch.inference_mode():
        average[...] = average * decay + value * (1 - decay)
