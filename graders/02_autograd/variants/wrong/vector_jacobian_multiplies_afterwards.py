# task: vector_jacobian
# mistake: multiplied-afterwards
# fails: vector_jacobian.three_outputs_of_two_inputs, vector_jacobian.other_sizes, vector_jacobian.matrices
"""Weights the inputs, not the outputs."""


def vector_jacobian(f, x, v):
    leaf = x.detach().requires_grad_()
    y = f(leaf)
    y.sum().backward()
    return leaf.grad * v if leaf.shape == v.shape else leaf.grad * v.mean()
