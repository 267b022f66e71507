# task: predict_shapes
# mistake: list-is-no-slice
# fails: predict_shapes.who_shares_memory
"""Takes a list of places for a slice."""


def predict_shapes():
    return [
        ((4, 2, 3), True),
        ((2, 12), False),
        ((2, 1, 4), True),
        ((2, 2, 4), True),
        ((2, 3, 4), True),
        ((2, 5, 3, 4), True),
    ]
