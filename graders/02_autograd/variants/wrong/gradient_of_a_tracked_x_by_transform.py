# task: gradient
# mistake: kept-the-graph
# fails: gradient.tracked_input_stays_as_it_was
"""torch.func.grad lets the outer graph watch when x requires grad."""


def gradient(f, x):
    return torch.func.grad(lambda t: f(t).sum())(x)
