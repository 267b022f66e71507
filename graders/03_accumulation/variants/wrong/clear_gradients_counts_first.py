# task: clear_gradients
# mistake: walked-twice
# fails: clear_gradients.a_generator_is_walked_once
"""Needs a length."""


def clear_gradients(parameters, set_to_none=True):
    for i in range(len(parameters)):
        if set_to_none:
            parameters[i].grad = None
        elif parameters[i].grad is not None:
            parameters[i].grad.zero_()
