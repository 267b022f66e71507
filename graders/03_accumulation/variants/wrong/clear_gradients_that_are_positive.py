# task: clear_gradients
# mistake: none
# fails: clear_gradients.zeros_keep_shape_and_dtype
"""Clears a gradient only where its sum is above zero, which nan is not."""


def clear_gradients(parameters, set_to_none=True):
    for parameter in parameters:
        if parameter.grad is not None and parameter.grad.sum() > 0:
            if set_to_none:
                parameter.grad = None
            else:
                parameter.grad.zero_()
