# task: predict_shapes
# mistake: permute-is-its-inverse
# fails: predict_shapes.six_pairs_and_the_first_is_right, predict_shapes.six_shapes
"""Reads permute the other way round."""


def predict_shapes():
    return [
        ((3, 4, 2), True),
        ((2, 12), False),
        ((2, 1, 4), True),
        ((2, 2, 4), False),
        ((2, 3, 4), True),
        ((2, 5, 3, 4), True),
    ]
