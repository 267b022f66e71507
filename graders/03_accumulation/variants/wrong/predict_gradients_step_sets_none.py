# task: predict_gradients
# mistake: step-clears
# fails: predict_gradients.clearing_and_stepping
"""step() is thought to drop the gradient."""


def predict_gradients():
    return [2.0, 5.0, 0.0, 4.0, None, 12.0, None, -12.0, -6.0, -4.0]
