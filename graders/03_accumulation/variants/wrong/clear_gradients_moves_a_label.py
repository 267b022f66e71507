# task: clear_gradients
# mistake: gradient-untouched
# fails: clear_gradients.none_or_zeros, clear_gradients.none_is_the_default, clear_gradients.zeros_keep_shape_and_dtype, clear_gradients.a_generator_is_walked_once
"""Assigns to a local name."""


def clear_gradients(parameters, set_to_none=True):
    for parameter in parameters:
        gradient = parameter.grad
        if set_to_none:
            gradient = None
        elif gradient is not None:
            gradient = torch.zeros_like(gradient)
