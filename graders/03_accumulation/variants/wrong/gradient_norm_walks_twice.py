# task: gradient_norm
# mistake: walked-twice
# fails: gradient_norm.skips_what_has_no_gradient
"""Looks first whether there is any gradient, and takes one from the generator."""


def gradient_norm(parameters):
    if not any(p.grad is not None for p in parameters):
        return 0.0
    return torch.cat([p.grad.flatten() for p in parameters if p.grad is not None]).norm().item()
