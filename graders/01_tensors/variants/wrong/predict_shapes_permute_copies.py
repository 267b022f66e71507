# task: predict_shapes
# mistake: turning-copies
# fails: predict_shapes.six_pairs_and_the_first_is_right, predict_shapes.who_shares_memory
"""Thinks that permute moves numbers."""


def predict_shapes():
    return [
        ((4, 2, 3), False),
        ((2, 12), False),
        ((2, 1, 4), True),
        ((2, 2, 4), False),
        ((2, 3, 4), True),
        ((2, 5, 3, 4), True),
    ]
