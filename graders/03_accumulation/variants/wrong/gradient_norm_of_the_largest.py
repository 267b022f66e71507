# task: gradient_norm
# mistake: largest-gradient-only
# fails: gradient_norm.five_and_twelve_make_thirteen, gradient_norm.all_gradients_together, gradient_norm.skips_what_has_no_gradient, gradient_norm.changes_no_gradient
"""The largest norm of one gradient."""


def gradient_norm(parameters):
    return max((p.grad.norm().item() for p in parameters if p.grad is not None), default=0.0)
