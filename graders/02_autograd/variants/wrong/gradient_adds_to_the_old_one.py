# task: gradient
# mistake: added-to-old-gradient
# fails: gradient.tracked_input_stays_as_it_was
"""Uses the caller's leaf when it already requires grad."""


def gradient(f, x):
    if not x.requires_grad:
        x = x.detach().requires_grad_()
    f(x).backward()
    return x.grad
