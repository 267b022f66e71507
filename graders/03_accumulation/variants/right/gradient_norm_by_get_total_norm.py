# task: gradient_norm
"""The library knows the word."""


def gradient_norm(parameters):
    return float(torch.nn.utils.get_total_norm([p.grad for p in parameters if p.grad is not None]))
