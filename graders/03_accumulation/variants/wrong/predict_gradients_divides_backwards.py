# task: predict_gradients
# mistake: divided-after-backward
# fails: predict_gradients.dividing_before_and_after
"""The division after backward is thought to shrink what backward added."""


def predict_gradients():
    return [2.0, 5.0, 0.0, 4.0, 4.0, 16.0, None, -12.0, -10.0, -8.0]
