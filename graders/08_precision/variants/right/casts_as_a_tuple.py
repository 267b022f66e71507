# task: predict_casts
"""A tuple, whole numbers where they are whole, four digits elsewhere."""

import math


def predict_casts():
    return (65504, math.inf, math.inf, 256, 2052, 0, 5.9605e-8, 1.0078)
