# task: move_to
# mistake: copied-though-there
# fails: move_to.elsewhere_and_at_home, move_to.a_real_move, move_to.nothing_to_do
"""Builds a new tensor from a list."""


def move_to(x, device):
    return torch.tensor(x.tolist(), device=device)
