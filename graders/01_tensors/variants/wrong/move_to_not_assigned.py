# task: move_to
# mistake: moved-and-dropped
# fails: move_to.elsewhere_and_at_home, move_to.a_real_move, move_to.nothing_to_do
"""Throws the moved tensor away."""


def move_to(x, device):
    x.to(device)
    return x
