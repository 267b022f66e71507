# task: clear_gradients
# mistake: frozen-kept-its-gradient
# fails: clear_gradients.none_is_the_default, clear_gradients.zeros_keep_shape_and_dtype, clear_gradients.a_generator_is_walked_once
"""Takes requires_grad for the question whether there is a gradient."""


def clear_gradients(parameters, set_to_none=True):
    for parameter in parameters:
        if parameter.requires_grad:
            if set_to_none:
                parameter.grad = None
            elif parameter.grad is not None:
                parameter.grad.zero_()
