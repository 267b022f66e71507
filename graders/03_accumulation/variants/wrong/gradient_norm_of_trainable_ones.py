# task: gradient_norm
# mistake: frozen-kept-its-gradient
# fails: gradient_norm.skips_what_has_no_gradient
"""Leaves out what does not train any more, though it holds a gradient."""


def gradient_norm(parameters):
    norms = [p.grad.norm() for p in parameters if p.requires_grad and p.grad is not None]
    return torch.stack(norms).norm().item() if norms else 0.0
