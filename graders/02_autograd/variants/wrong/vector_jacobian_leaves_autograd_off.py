# task: vector_jacobian
# mistake: grad-mode-left-off
# fails: vector_jacobian.tracked_input_is_left_alone
"""Switches autograd on for itself, and off afterwards."""


def vector_jacobian(f, x, v):
    torch.set_grad_enabled(True)
    leaf = x.detach().requires_grad_()
    (result,) = torch.autograd.grad(f(leaf), leaf, v)
    torch.set_grad_enabled(False)
    return result
