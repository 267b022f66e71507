# task: gradient_norm
# mistake: changed-the-gradients
# fails: gradient_norm.changes_no_gradient
"""Clips to 1 on the way."""


def gradient_norm(parameters):
    return torch.nn.utils.clip_grad_norm_(parameters, max_norm=1.0).item()
