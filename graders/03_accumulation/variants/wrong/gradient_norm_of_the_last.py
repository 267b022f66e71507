# task: gradient_norm
# mistake: largest-gradient-only
# fails: gradient_norm.five_and_twelve_make_thirteen, gradient_norm.all_gradients_together, gradient_norm.skips_what_has_no_gradient, gradient_norm.changes_no_gradient
"""Overwrites the norm in the loop."""


def gradient_norm(parameters):
    norm = 0.0
    for p in parameters:
        if p.grad is not None:
            norm = p.grad.norm().item()
    return norm
