# task: gradient
# mistake: marked-the-callers-tensor
# fails: gradient.gradient_of_squares, gradient.shapes_and_dtypes, gradient.tracked_input_stays_as_it_was
"""Switches requires_grad on at x itself."""


def gradient(f, x):
    x.requires_grad_()
    f(x).backward()
    return x.grad
