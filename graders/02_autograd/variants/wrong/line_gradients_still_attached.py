# task: line_gradients
# mistake: kept-the-graph
# fails: line_gradients.gradients_at_one_and_zero, line_gradients.random_points, line_gradients.minimum_and_precision
"""By autograd, with create_graph."""


def line_gradients(w, b, x, y):
    w, b = w.clone().requires_grad_(), b.clone().requires_grad_()
    return torch.autograd.grad(((w * x + b - y) ** 2).mean(), (w, b), create_graph=True)
