# task: gradient_norm
# mistake: changed-the-gradients
# fails: gradient_norm.changes_no_gradient
"""Clips at a limit that no gradient reaches on a good day."""


def gradient_norm(parameters):
    return torch.nn.utils.clip_grad_norm_(list(parameters), 1e6).item()
