# task: move_to
# mistake: changed-the-dtype
# fails: move_to.a_real_move, move_to.nothing_to_do
"""Converts on the way."""


def move_to(x, device):
    return x.to(device, torch.float32)
