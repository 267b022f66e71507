# task: move_to
"""Compares the types of the devices."""


def move_to(x, device):
    if x.device.type == torch.device(device).type:
        return x
    return x.to(device)
