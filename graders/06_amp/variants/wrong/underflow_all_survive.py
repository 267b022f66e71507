# task: predict_underflow
# mistake: fp16-keeps-all
# fails: predict_underflow.the_first_two_scaled_gradients, predict_underflow.what_survives_in_fp16, predict_underflow.what_survives_elsewhere
"""Believes that everything survives."""


def predict_underflow():
    return {
        "fp16": [True, True, True, True, True, True, True],
        "bf16": [True, True, True, True, True, True, True],
        "scaled fp16": [True, True, True, True, True, True, True],
    }
