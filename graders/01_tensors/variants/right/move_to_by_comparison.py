# task: move_to
"""Compares devices first."""


def move_to(x, device):
    device = torch.device(device)
    return x if x.device == device else x.to(device)
