# task: clear_gradients
# mistake: made-a-gradient
# fails: clear_gradients.zeros_keep_shape_and_dtype
"""Gives every parameter a gradient of zeros."""


def clear_gradients(parameters, set_to_none=True):
    for parameter in parameters:
        parameter.grad = None if set_to_none else torch.zeros_like(parameter)
