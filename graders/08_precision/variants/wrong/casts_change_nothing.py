# task: predict_casts
# mistake: cast-changes-nothing
# fails: predict_casts.the_first_cast, predict_casts.the_far_ends, predict_casts.between_neighbours, predict_casts.near_zero
"""Believes that a cast keeps the number."""


def predict_casts():
    return [65519.0, 65520.0, 3.4e38, 257.0, 2051.0, 1e-8, 3e-8, 1.005]
