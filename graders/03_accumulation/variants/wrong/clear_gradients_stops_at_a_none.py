# task: clear_gradients
# mistake: stopped-at-a-none
# fails: clear_gradients.none_is_the_default, clear_gradients.zeros_keep_shape_and_dtype
"""Breaks off where a parameter has no gradient."""


def clear_gradients(parameters, set_to_none=True):
    for parameter in parameters:
        if parameter.grad is None:
            break
        if set_to_none:
            parameter.grad = None
        else:
            parameter.grad.zero_()
