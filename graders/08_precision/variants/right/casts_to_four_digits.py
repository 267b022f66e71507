# task: predict_casts
"""Four good digits, the last one rounded."""


def predict_casts():
    return (65504.0, float("inf"), float("inf"), 256.0, 2052.0, 0.0, 5.960e-08, 1.008)
