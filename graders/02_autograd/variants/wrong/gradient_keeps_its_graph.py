# task: gradient
# mistake: kept-the-graph
# fails: gradient.gradient_of_squares, gradient.shapes_and_dtypes, gradient.tracked_input_stays_as_it_was
"""create_graph without a need."""


def gradient(f, x):
    leaf = x.detach().requires_grad_()
    return torch.autograd.grad(f(leaf), leaf, create_graph=True)[0]
