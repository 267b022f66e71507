# task: clear_gradients
# mistake: none
# fails: clear_gradients.a_generator_is_walked_once, clear_gradients.zeros_keep_shape_and_dtype
"""Writes zeros through [:], which a single number does not have."""


def clear_gradients(parameters, set_to_none=True):
    for parameter in parameters:
        if set_to_none:
            parameter.grad = None
        elif parameter.grad is not None:
            parameter.grad[:] = 0
