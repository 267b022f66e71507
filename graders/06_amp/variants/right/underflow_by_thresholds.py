# task: predict_underflow
"""Computes the prediction from borders, and returns tuples."""


def predict_underflow():
    numbers = (3.0, 1e-3, 1e-6, 3e-8, 1e-8, 1e-12, 1e-13)
    return {
        "bf16": tuple(True for _ in numbers),
        "fp16": tuple(2.98e-8 < number < 65520 for number in numbers),
        "scaled fp16": tuple(2.98e-8 < number * 65536 < 65520 for number in numbers),
    }
