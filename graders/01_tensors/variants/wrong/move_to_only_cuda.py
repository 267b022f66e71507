# task: move_to
# mistake: moved-and-dropped
# fails: move_to.elsewhere_and_at_home, move_to.a_real_move, move_to.nothing_to_do
"""Moves only if the device is called cuda."""


def move_to(x, device):
    return x.cuda() if str(device).startswith("cuda") else x
