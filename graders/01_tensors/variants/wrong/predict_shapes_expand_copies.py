# task: predict_shapes
# mistake: expand-copies
# fails: predict_shapes.who_shares_memory
"""Thinks that expand repeats the numbers in memory."""


def predict_shapes():
    return [
        ((4, 2, 3), True),
        ((2, 12), False),
        ((2, 1, 4), True),
        ((2, 2, 4), False),
        ((2, 3, 4), True),
        ((2, 5, 3, 4), False),
    ]
