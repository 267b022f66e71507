# task: predict_shapes
# mistake: slice-drops-axis
# fails: predict_shapes.six_shapes
"""Takes 0:1 for 0."""


def predict_shapes():
    return [
        ((4, 2, 3), True),
        ((2, 12), False),
        ((2, 4), True),
        ((2, 2, 4), False),
        ((2, 3, 4), True),
        ((2, 5, 3, 4), True),
    ]
