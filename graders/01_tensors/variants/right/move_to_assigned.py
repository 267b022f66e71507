# task: move_to
"""Assigns, then returns."""


def move_to(x, device):
    x = x.to(torch.device(device))
    return x
