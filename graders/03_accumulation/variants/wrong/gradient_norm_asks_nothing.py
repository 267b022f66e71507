# task: gradient_norm
# mistake: needs-a-gradient
# fails: gradient_norm.skips_what_has_no_gradient
"""Trips over None."""


def gradient_norm(parameters):
    return sum(p.grad.pow(2).sum().item() for p in parameters) ** 0.5
