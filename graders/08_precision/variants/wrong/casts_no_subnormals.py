# task: predict_casts
# mistake: below-normal-is-zero
# fails: predict_casts.near_zero
"""Believes that everything below the smallest normal number is zero."""


def predict_casts():
    return [65504.0, float("inf"), float("inf"), 256.0, 2052.0, 0.0, 0.0, 1.0078125]
