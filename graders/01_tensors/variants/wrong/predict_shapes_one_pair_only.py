# task: predict_shapes
# mistake: none
# fails: predict_shapes.six_pairs_and_the_first_is_right, predict_shapes.six_shapes, predict_shapes.who_shares_memory
"""Predicts the first line and stops."""


def predict_shapes():
    return [((4, 2, 3), True)]
