# task: predict_gradients
# mistake: x-never-moved
# fails: predict_gradients.clearing_and_stepping, predict_gradients.dividing_before_and_after
"""The step is forgotten: x stays 1."""


def predict_gradients():
    return [2.0, 5.0, 0.0, 4.0, 4.0, 7.0, None, -6.0, 0.0, 2.0]
