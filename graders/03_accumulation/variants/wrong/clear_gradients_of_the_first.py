# task: clear_gradients
# mistake: none
# fails: clear_gradients.a_generator_is_walked_once, clear_gradients.none_is_the_default, clear_gradients.none_or_zeros, clear_gradients.zeros_keep_shape_and_dtype
"""Clears the first parameter and is done."""


def clear_gradients(parameters, set_to_none=True):
    for parameter in parameters:
        if set_to_none:
            parameter.grad = None
        elif parameter.grad is not None:
            parameter.grad.zero_()
        break
