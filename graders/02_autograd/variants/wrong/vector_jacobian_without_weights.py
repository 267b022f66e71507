# task: vector_jacobian
# mistake: backward-on-a-vector
# fails: vector_jacobian.three_outputs_of_two_inputs, vector_jacobian.other_sizes, vector_jacobian.matrices, vector_jacobian.tracked_input_is_left_alone
"""Goes backward from a vector."""


def vector_jacobian(f, x, v):
    leaf = x.detach().requires_grad_()
    f(leaf).backward()
    return leaf.grad
