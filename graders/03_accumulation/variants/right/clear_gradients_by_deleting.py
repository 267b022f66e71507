# task: clear_gradients
"""`del` makes .grad None; zeros are written over a slice of everything."""


def clear_gradients(parameters, set_to_none=True):
    for parameter in parameters:
        if set_to_none:
            del parameter.grad
        elif parameter.grad is not None:
            parameter.grad[...] = 0.0
