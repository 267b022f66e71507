# task: move_to
# mistake: moved-and-dropped
# fails: move_to.elsewhere_and_at_home, move_to.a_real_move, move_to.nothing_to_do
"""Moves to another device than the one that was passed in."""


def move_to(x, device):
    return x.to(torch.device("cuda" if torch.cuda.is_available() else "cpu"))
