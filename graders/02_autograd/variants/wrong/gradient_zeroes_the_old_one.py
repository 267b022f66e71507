# task: gradient
# mistake: wiped-the-callers-state
# fails: gradient.tracked_input_stays_as_it_was
"""Differentiates at a leaf of its own, and clears the caller's gradient first."""


def gradient(f, x):
    if x.is_leaf and x.grad is not None:
        x.grad.zero_()
    leaf = x.detach().requires_grad_()
    return torch.autograd.grad(f(leaf).sum(), leaf)[0]
