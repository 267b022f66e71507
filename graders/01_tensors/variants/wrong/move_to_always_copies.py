# task: move_to
# mistake: copied-though-there
# fails: move_to.elsewhere_and_at_home, move_to.nothing_to_do
"""Copies whether it must or not."""


def move_to(x, device):
    return x.to(device, copy=True)
