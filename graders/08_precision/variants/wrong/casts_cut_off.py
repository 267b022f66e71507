# task: predict_casts
# mistake: truncated
# fails: predict_casts.between_neighbours, predict_casts.near_zero
"""Cuts instead of rounding."""


def predict_casts():
    return [65504.0, float("inf"), float("inf"), 256.0, 2050.0, 0.0, 0.0, 1.0]
