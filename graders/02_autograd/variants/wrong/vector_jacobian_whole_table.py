# task: vector_jacobian
# mistake: whole-jacobian
# fails: vector_jacobian.three_outputs_of_two_inputs, vector_jacobian.other_sizes, vector_jacobian.matrices, vector_jacobian.tracked_input_is_left_alone
"""Returns J itself."""


def vector_jacobian(f, x, v):
    return torch.autograd.functional.jacobian(f, x.detach())
