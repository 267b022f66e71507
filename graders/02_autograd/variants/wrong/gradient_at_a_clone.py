# task: gradient
# mistake: clone-is-no-leaf
# fails: gradient.tracked_input_stays_as_it_was
"""A clone of a tracked tensor is no leaf."""


def gradient(f, x):
    leaf = x.clone()
    leaf.requires_grad_()
    f(leaf).backward()
    return leaf.grad
