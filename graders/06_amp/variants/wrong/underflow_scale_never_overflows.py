# task: predict_underflow
# mistake: scaling-overflows-nothing
# fails: predict_underflow.the_first_two_scaled_gradients, predict_underflow.what_survives_elsewhere
"""Forgets that scaling can overflow."""


def predict_underflow():
    return {
        "fp16": [True, True, True, True, False, False, False],
        "bf16": [True, True, True, True, True, True, True],
        "scaled fp16": [True, True, True, True, True, True, False],
    }
