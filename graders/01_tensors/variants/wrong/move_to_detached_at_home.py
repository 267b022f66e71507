# task: move_to
# mistake: another-label
# fails: move_to.elsewhere_and_at_home, move_to.a_real_move, move_to.nothing_to_do
"""Detaches, though nothing has to move."""


def move_to(x, device):
    return x.detach().to(device)
