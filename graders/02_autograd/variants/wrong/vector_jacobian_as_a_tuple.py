# task: vector_jacobian
# mistake: tuple-of-one
# fails: vector_jacobian.three_outputs_of_two_inputs, vector_jacobian.other_sizes, vector_jacobian.matrices, vector_jacobian.tracked_input_is_left_alone
"""Returns what autograd.grad returns."""


def vector_jacobian(f, x, v):
    leaf = x.detach().requires_grad_()
    return torch.autograd.grad(f(leaf), leaf, grad_outputs=v)
