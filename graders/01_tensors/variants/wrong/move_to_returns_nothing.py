# task: move_to
# mistake: returned-nothing
# fails: move_to.elsewhere_and_at_home, move_to.a_real_move, move_to.nothing_to_do
"""Forgets the return."""


def move_to(x, device):
    x = x.to(device)
