# task: gradient_norm
"""A running sum of squares in Python floats."""


def gradient_norm(parameters):
    total = 0.0
    for parameter in parameters:
        if parameter.grad is not None:
            total += parameter.grad.double().pow(2).sum().item()
    return total ** 0.5
