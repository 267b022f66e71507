# task: predict_gradients
# mistake: zero-grad-leaves-zero
# fails: predict_gradients.clearing_and_stepping
"""zero_grad() is thought to leave a zero."""


def predict_gradients():
    return [2.0, 5.0, 0.0, 4.0, 4.0, 16.0, 0.0, -12.0, -6.0, -4.0]
