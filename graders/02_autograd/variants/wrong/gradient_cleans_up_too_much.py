# task: gradient
# mistake: wiped-the-callers-state
# fails: gradient.tracked_input_stays_as_it_was
"""Marks x, then resets what was the caller's."""


def gradient(f, x):
    x.requires_grad_()
    x.grad = None
    f(x).sum().backward()
    result = x.grad
    x.grad = None
    if x.is_leaf:
        x.requires_grad_(False)
    return result
