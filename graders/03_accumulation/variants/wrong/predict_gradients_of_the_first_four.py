# task: predict_gradients
# mistake: none
# fails: predict_gradients.backward_adds, predict_gradients.clearing_and_stepping, predict_gradients.dividing_before_and_after
"""Stops after four lines."""


def predict_gradients():
    return [2.0, 5.0, 0.0, 4.0]
