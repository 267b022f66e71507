# task: vector_jacobian
# mistake: jacobian-times-v
# fails: vector_jacobian.three_outputs_of_two_inputs, vector_jacobian.other_sizes, vector_jacobian.matrices
"""J v where v J is asked for, by going backward twice."""


def vector_jacobian(f, x, v):
    leaf = x.detach().requires_grad_()
    y = f(leaf)
    weights = torch.ones_like(y, requires_grad=True)
    (product,) = torch.autograd.grad(y, leaf, weights, create_graph=True)
    return torch.autograd.grad(product, weights, v)[0].detach()
