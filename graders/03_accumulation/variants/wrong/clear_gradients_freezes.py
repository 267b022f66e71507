# task: clear_gradients
# mistake: none
# fails: clear_gradients.none_is_the_default, clear_gradients.zeros_keep_shape_and_dtype, clear_gradients.a_generator_is_walked_once
"""Switches requires_grad off along the way."""


def clear_gradients(parameters, set_to_none=True):
    for parameter in parameters:
        parameter.requires_grad_(False)
        parameter.grad = None if set_to_none or parameter.grad is None else parameter.grad.zero_()
