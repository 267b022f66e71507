# task: predict_underflow
# mistake: below-normal-is-zero
# fails: predict_underflow.what_survives_in_fp16
"""Forgets subnormals."""


def predict_underflow():
    return {
        "fp16": [True, True, False, False, False, False, False],
        "bf16": [True, True, True, True, True, True, True],
        "scaled fp16": [False, True, True, True, True, True, False],
    }
