# task: clear_gradients
"""Lends the parameters to an optimizer for a moment."""


def clear_gradients(parameters, set_to_none=True):
    torch.optim.SGD(parameters, lr=1.0).zero_grad(set_to_none=set_to_none)
