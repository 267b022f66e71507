# task: gradient
# mistake: grad-mode-left-off
# fails: gradient.tracked_input_stays_as_it_was
"""Switches autograd on for itself, and off afterwards."""


def gradient(f, x):
    torch.set_grad_enabled(True)
    leaf = x.detach().requires_grad_()
    (result,) = torch.autograd.grad(f(leaf).sum(), leaf)
    torch.set_grad_enabled(False)
    return result
