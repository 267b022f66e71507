# task: gradient_norm
# mistake: forgot-the-root
# fails: gradient_norm.five_and_twelve_make_thirteen, gradient_norm.all_gradients_together, gradient_norm.skips_what_has_no_gradient, gradient_norm.changes_no_gradient
"""A sum of squares."""


def gradient_norm(parameters):
    return sum((p.grad.pow(2).sum().item() for p in parameters if p.grad is not None), 0.0)
