# task: predict_underflow
# mistake: below-normal-is-zero-but-one
# fails: predict_underflow.what_survives_in_fp16
"""Forgets that rounding goes up as well."""


def predict_underflow():
    return {
        "fp16": [True, True, True, False, False, False, False],
        "bf16": [True, True, True, True, True, True, True],
        "scaled fp16": [False, True, True, True, True, True, False],
    }
