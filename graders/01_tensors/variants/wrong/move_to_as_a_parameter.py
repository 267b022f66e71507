# task: move_to
# mistake: another-label
# fails: move_to.elsewhere_and_at_home, move_to.a_real_move, move_to.nothing_to_do
"""Wraps what was moved."""


def move_to(x, device):
    return torch.nn.Parameter(x.to(device), requires_grad=x.requires_grad)
