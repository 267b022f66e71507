# task: move_to
# mistake: cut-the-graph
# fails: move_to.a_real_move, move_to.nothing_to_do
"""Detaches before moving."""


def move_to(x, device):
    return x if x.device == torch.device(device) and not x.requires_grad else x.detach().to(device)
