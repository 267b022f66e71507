# task: clear_gradients
# mistake: walked-twice
# fails: clear_gradients.a_generator_is_walked_once
"""Looks first whether there is anything to clear, and uses up the generator."""


def clear_gradients(parameters, set_to_none=True):
    if all(parameter.grad is None for parameter in parameters):
        return
    for parameter in parameters:
        if set_to_none:
            parameter.grad = None
        elif parameter.grad is not None:
            parameter.grad.zero_()
