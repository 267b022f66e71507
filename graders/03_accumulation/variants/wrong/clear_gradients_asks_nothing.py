# task: clear_gradients
# mistake: needs-a-gradient
# fails: clear_gradients.none_is_the_default, clear_gradients.zeros_keep_shape_and_dtype
"""Calls zero_() on None."""


def clear_gradients(parameters, set_to_none=True):
    for parameter in parameters:
        parameter.grad.zero_()
        if set_to_none:
            parameter.grad = None
