# task: predict_gradients
# mistake: backward-overwrites
# fails: predict_gradients.backward_adds, predict_gradients.clearing_and_stepping, predict_gradients.dividing_before_and_after
"""Each backward replaces what was there."""


def predict_gradients():
    return [2.0, 3.0, 0.0, 4.0, 4.0, 12.0, None, -12.0, 6.0, 2.0]
