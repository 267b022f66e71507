# task: clear_gradients
"""Puts new zeros in the place of the old gradient, and deletes the attribute for None."""


def clear_gradients(parameters, set_to_none=True):
    for parameter in list(parameters):
        if parameter.grad is None:
            continue
        if set_to_none:
            del parameter.grad
        else:
            parameter.grad = torch.zeros_like(parameter)
