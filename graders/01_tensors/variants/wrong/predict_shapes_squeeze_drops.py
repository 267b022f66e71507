# task: predict_shapes
# mistake: squeeze-drops-two
# fails: predict_shapes.six_shapes
"""Thinks that squeeze drops any axis."""


def predict_shapes():
    return [
        ((4, 2, 3), True),
        ((2, 12), False),
        ((2, 1, 4), True),
        ((2, 2, 4), False),
        ((3, 4), True),
        ((2, 5, 3, 4), True),
    ]
