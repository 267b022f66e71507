# task: clear_gradients
# mistake: always-none
# fails: clear_gradients.none_or_zeros, clear_gradients.zeros_keep_shape_and_dtype, clear_gradients.a_generator_is_walked_once
"""Sets None in both cases."""


def clear_gradients(parameters, set_to_none=True):
    for parameter in parameters:
        parameter.grad = None
