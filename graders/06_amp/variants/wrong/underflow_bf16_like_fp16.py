# task: predict_underflow
# mistake: bf16-like-fp16
# fails: predict_underflow.what_survives_elsewhere
"""Gives bf16 the range of fp16."""


def predict_underflow():
    return {
        "fp16": [True, True, True, True, False, False, False],
        "bf16": [True, True, True, True, False, False, False],
        "scaled fp16": [False, True, True, True, True, True, False],
    }
