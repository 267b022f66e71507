# task: clear_gradients
# mistake: always-zeros
# fails: clear_gradients.none_or_zeros, clear_gradients.none_is_the_default, clear_gradients.a_generator_is_walked_once
"""Sets zeros in both cases."""


def clear_gradients(parameters, set_to_none=True):
    for parameter in parameters:
        if parameter.grad is not None:
            parameter.grad.zero_()
