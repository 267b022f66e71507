# task: predict_gradients
"""Integers and a tuple say the same."""


def predict_gradients():
    return 2, 5, 0, 4, 4, 16, None, -12, -6, -4
