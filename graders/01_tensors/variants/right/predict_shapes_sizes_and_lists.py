# task: predict_shapes
"""Lists, and a torch.Size."""


def predict_shapes():
    shapes = [torch.Size((4, 2, 3)), [2, 12], [2, 1, 4], [2, 2, 4], [2, 3, 4], [2, 5, 3, 4]]
    return [[shape, letter not in "bd"] for shape, letter in zip(shapes, "abcdef")]
