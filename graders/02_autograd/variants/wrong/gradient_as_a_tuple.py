# task: gradient
# mistake: tuple-of-one
# fails: gradient.gradient_of_squares, gradient.shapes_and_dtypes, gradient.tracked_input_stays_as_it_was
"""Returns what autograd.grad returns."""


def gradient(f, x):
    leaf = x.detach().requires_grad_()
    return torch.autograd.grad(f(leaf), leaf)
