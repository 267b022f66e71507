# task: move_to
"""Does not wait for the copy."""


def move_to(x, device):
    return x.to(device=device, non_blocking=True)
