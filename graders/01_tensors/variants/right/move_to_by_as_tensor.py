# task: move_to
"""as_tensor moves where it must."""


def move_to(x, device):
    return torch.as_tensor(x, device=device)
