# task: vector_jacobian
# mistake: marked-the-callers-tensor
# fails: vector_jacobian.three_outputs_of_two_inputs, vector_jacobian.other_sizes, vector_jacobian.matrices, vector_jacobian.tracked_input_is_left_alone
"""Differentiates at the caller's own tensor."""


def vector_jacobian(f, x, v):
    x.requires_grad_()
    f(x).backward(gradient=v)
    return x.grad
