# task: vector_jacobian
# mistake: ignored-v
# fails: vector_jacobian.three_outputs_of_two_inputs, vector_jacobian.other_sizes, vector_jacobian.matrices, vector_jacobian.tracked_input_is_left_alone
"""The gradient of the plain sum."""


def vector_jacobian(f, x, v):
    leaf = x.detach().requires_grad_()
    f(leaf).sum().backward()
    return leaf.grad
