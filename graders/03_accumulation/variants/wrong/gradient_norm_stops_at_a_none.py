# task: gradient_norm
# mistake: stopped-at-a-none
# fails: gradient_norm.skips_what_has_no_gradient
"""Breaks off where a parameter has no gradient."""


def gradient_norm(parameters):
    squares = 0.0
    for parameter in parameters:
        if parameter.grad is None:
            break
        squares += parameter.grad.norm().item() ** 2
    return squares**0.5
