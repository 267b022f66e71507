# task: vector_jacobian
# mistake: kept-the-graph
# fails: vector_jacobian.other_sizes, vector_jacobian.tracked_input_is_left_alone
"""create_graph=True."""


def vector_jacobian(f, x, v):
    leaf = x.detach().requires_grad_()
    return torch.autograd.grad(f(leaf), leaf, v, create_graph=True)[0]
