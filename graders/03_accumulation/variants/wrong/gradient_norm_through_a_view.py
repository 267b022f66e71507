# task: gradient_norm
# mistake: none
# fails: gradient_norm.all_gradients_together, gradient_norm.changes_no_gradient, gradient_norm.skips_what_has_no_gradient
"""Takes a flat view, which a transposed gradient does not have."""


def gradient_norm(parameters):
    flat = [p.grad.view(-1) for p in parameters if p.grad is not None]
    return torch.cat(flat).norm().item() if flat else 0.0
