# task: gradient_norm
"""clip_grad_norm_ with a limit that nothing exceeds."""


def gradient_norm(parameters):
    return torch.nn.utils.clip_grad_norm_(parameters, float("inf")).item()
