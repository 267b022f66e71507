# task: clear_gradients
# mistake: always-zeros
# fails: clear_gradients.none_or_zeros, clear_gradients.none_is_the_default, clear_gradients.zeros_keep_shape_and_dtype, clear_gradients.a_generator_is_walked_once
"""The two branches are the wrong way round."""


def clear_gradients(parameters, set_to_none=True):
    for parameter in parameters:
        if not set_to_none:
            parameter.grad = None
        elif parameter.grad is not None:
            parameter.grad.zero_()
