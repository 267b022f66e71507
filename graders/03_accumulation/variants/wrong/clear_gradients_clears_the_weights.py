# task: clear_gradients
# mistake: zeroed-the-parameter
# fails: clear_gradients.none_or_zeros, clear_gradients.none_is_the_default, clear_gradients.zeros_keep_shape_and_dtype, clear_gradients.a_generator_is_walked_once
"""Zeroes the parameter."""


def clear_gradients(parameters, set_to_none=True):
    with torch.no_grad():
        for parameter in parameters:
            parameter.zero_()
