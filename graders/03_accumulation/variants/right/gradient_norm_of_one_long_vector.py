# task: gradient_norm
"""Lays all gradients end to end."""


def gradient_norm(parameters):
    gradients = [p.grad.flatten() for p in parameters if p.grad is not None]
    if not gradients:
        return 0.0
    return float(torch.linalg.vector_norm(torch.cat(gradients)))
