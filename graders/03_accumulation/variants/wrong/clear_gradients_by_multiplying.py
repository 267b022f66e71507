# task: clear_gradients
# mistake: multiplied-by-zero
# fails: clear_gradients.zeros_keep_shape_and_dtype
"""Multiplies by zero, which leaves what has overflown."""


def clear_gradients(parameters, set_to_none=True):
    for parameter in parameters:
        if parameter.grad is None:
            continue
        if set_to_none:
            parameter.grad = None
        else:
            parameter.grad.mul_(0)
