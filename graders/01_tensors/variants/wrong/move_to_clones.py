# task: move_to
# mistake: copied-though-there
# fails: move_to.elsewhere_and_at_home, move_to.nothing_to_do
"""Clones before moving."""


def move_to(x, device):
    return x.clone().to(device)
